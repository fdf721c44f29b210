import { Link } from "react-router";
import { useOrigin } from "@/areas/admin/kit/origin";
import { mayManage } from "@/areas/admin/kit/people/authority";
import { managePath } from "@/areas/admin/kit/people/managePath";
import type { User, UserDetail } from "@/areas/admin/kit/people/queries";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { useProfile } from "@/session/current";
import { EmailAddress } from "@/shared/people/EmailAddress";
import { roleName } from "@/shared/people/roleName";
import { Fact } from "@/ui/Fact";
import type { PersonDossier } from "./queries";

interface PersonFactsProps {
  person: PersonDossier;
  /** Undefined while it is on its way, and of a closed account. */
  account: UserDetail | undefined;
}

/** Facts about a person that are read first: address, roles, second step, and the sum of all orders. */
export function PersonFacts({ person, account }: PersonFactsProps) {
  const { email, roles } = person;
  const hasSecondFactor = account?.roles[0]?.hasSecondFactor ?? null;
  const paid = paidInAll(person);
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-card lg:grid-cols-1 border border-line bg-surface p-5 [&_dd]:mt-0.5 [&_dd]:font-semibold [&_dt]:text-sm [&_dt]:text-ink-soft">
      <Fact term={m.field_email()}>
        <EmailAddress address={email} />
      </Fact>
      <Fact term={m.field_role()}>
        {account
          ? account.roles.map((user) => <ManagedRole key={user.userRoleId} user={user} />)
          : roles.map(({ role, tenantName, isActive }) => (
              <span key={`${role} ${tenantName ?? ""}`} className="block">
                {roleWords(role, tenantName, isActive)}
              </span>
            ))}
      </Fact>
      {hasSecondFactor !== null && (
        <Fact term={m.users_factors()}>{hasSecondFactor ? m.lists_yes() : m.lists_no()}</Fact>
      )}
      {paid !== undefined && <Fact term={m.helpdesk_person_paid()}>{formatMoney(paid)}</Fact>}
    </dl>
  );
}

/** Sum of the paid orders; undefined where not all orders are listed. */
function paidInAll({ orders, orderCount }: PersonDossier): number | undefined {
  if (orderCount > orders.length) return undefined;
  const paid = orders.filter(({ status }) => status === "Paid");
  return paid.reduce((cents, { total }) => cents + Math.round((total ?? 0) * 100), 0) / 100;
}

function roleWords(role: string, tenantName: string | null, isActive: boolean): string {
  const words = [roleName(role), tenantName].filter(Boolean).join(", ");
  return isActive ? words : `${words} (${m.lists_inactive()})`;
}

/** One role, and the way to its form. */
function ManagedRole({ user }: { user: User }) {
  const profile = useProfile();
  const origin = useOrigin();
  const { id, role, tenantName, roleIsActive, userRoleId } = user;
  return (
    <span className="flex items-baseline justify-between gap-3">
      {roleWords(role, tenantName, roleIsActive)}
      {profile && role !== "CONSUMER" && mayManage(profile, user) && (
        <Link
          to={managePath(id, userRoleId)}
          state={origin && { helpdesk: origin }}
          preventScrollReset
          aria-label={m.helpdesk_manage_role({ role: roleWords(role, tenantName, true) })}
          className="inline-flex min-h-8 shrink-0 items-center text-sm"
        >
          {m.users_manage()}
        </Link>
      )}
    </span>
  );
}
