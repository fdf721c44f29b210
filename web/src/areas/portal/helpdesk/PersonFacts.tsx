import { Link } from "react-router";
import { useOrigin } from "@/areas/portal/kit/origin";
import { mayManage } from "@/areas/portal/kit/people/authority";
import { managePath } from "@/areas/portal/kit/people/managePath";
import type { User, UserDetail } from "@/areas/portal/kit/people/queries";
import { getLocale, m } from "@/i18n";
import { formatDay, formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { shownPhone } from "@/lib/phone";
import { provinceName } from "@/lib/provinces";
import { useProfile } from "@/session/current";
import { EmailAddress } from "@/features/people/EmailAddress";
import { roleName } from "@/features/people/roleName";
import { Fact } from "@/ui/list/Fact";
import type { PersonDossier } from "./queries";

interface PersonFactsProps {
  person: PersonDossier;
  /** `undefined` while it loads, and for a closed account. */
  account: UserDetail | undefined;
}

/** Main facts about a person: contact, roles, second step, last visit, and spending. */
export function PersonFacts({ person, account }: PersonFactsProps) {
  const { email, roles, phone, city, province, language, createdAt, lastSeenAt, spent, orderCount } = person;
  const hasSecondFactor = account?.roles[0]?.hasSecondFactor ?? null;
  const place = [city, provinceName(province ?? "")].filter(Boolean).join(", ");
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-card lg:grid-cols-1 border border-line bg-surface p-5 [&_dd]:mt-0.5 [&_dd]:font-semibold [&_dt]:text-sm [&_dt]:text-ink-soft">
      <Fact term={m.field_email()}>
        <EmailAddress address={email} />
      </Fact>
      {phone && (
        <Fact term={m.helpdesk_person_phone()}>
          <a href={`tel:${phone}`}>{shownPhone(phone)}</a>
        </Fact>
      )}
      {place && <Fact term={m.helpdesk_person_place()}>{place}</Fact>}
      {language && <Fact term={m.helpdesk_person_language()}>{languageName(language)}</Fact>}
      <Fact term={m.field_role()}>
        {account
          ? account.roles.map((user) => <ManagedRole key={user.userRoleId} user={user} />)
          : roles.map(({ role, tenantName, isActive }) => (
              <span key={`${role} ${tenantName ?? ""}`} className="block">
                {roleText(role, tenantName, isActive)}
              </span>
            ))}
      </Fact>
      {hasSecondFactor !== null && (
        <Fact term={m.users_factors()}>{hasSecondFactor ? m.lists_yes() : m.lists_no()}</Fact>
      )}
      {createdAt && <Fact term={m.helpdesk_person_since()}>{formatDay(createdAt)}</Fact>}
      {createdAt && (
        <Fact term={m.helpdesk_person_seen()}>
          {lastSeenAt ? formatMoment(lastSeenAt) : m.helpdesk_person_never_seen()}
        </Fact>
      )}
      {orderCount > 0 && <Fact term={m.helpdesk_person_paid()}>{formatMoney(spent)}</Fact>}
    </dl>
  );
}

/** Returns a language's name in the language of the page. */
function languageName(code: string): string {
  return new Intl.DisplayNames(getLocale(), { type: "language" }).of(code) ?? code;
}

function roleText(role: string, tenantName: string | null, isActive: boolean): string {
  const words = [roleName(role), tenantName].filter(Boolean).join(", ");
  return isActive ? words : `${words} (${m.lists_inactive()})`;
}

/** One role with the link to its form. */
function ManagedRole({ user }: { user: User }) {
  const profile = useProfile();
  const origin = useOrigin();
  const { id, role, tenantName, roleIsActive, userRoleId } = user;
  return (
    <span className="flex items-baseline justify-between gap-3">
      {roleText(role, tenantName, roleIsActive)}
      {profile && role !== "CONSUMER" && mayManage(profile, user) && (
        <Link
          to={managePath(id, userRoleId)}
          state={origin && { helpdesk: origin }}
          preventScrollReset
          aria-label={m.helpdesk_manage_role({ role: roleText(role, tenantName, true) })}
          className="inline-flex min-h-8 shrink-0 items-center text-sm"
        >
          {m.users_manage()}
        </Link>
      )}
    </span>
  );
}
