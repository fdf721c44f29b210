import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { BackToOrigin } from "@/areas/admin/kit/BackToOrigin";
import { useCase } from "@/areas/admin/kit/cases/useCase";
import { m } from "@/i18n";
import { EmailAddress } from "@/shared/people/EmailAddress";
import { roleName } from "@/shared/people/roleName";
import { DetailPlaceholder } from "@/shared/page/DetailPlaceholder";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { Fact } from "@/ui/Fact";
import { StatusChip } from "@/ui/Chip";
import { lazyPiece } from "@/ui/lazyPiece";
import { SkeletonText } from "@/ui/Skeleton";
import { DeskCards, DeskOrders } from "./found";
import { PersonMenu } from "./PersonMenu";
import { personDossierQuery, type PersonDossier } from "./queries";

// Below what is known of the person, which is there first.
const LimitsOfPerson = lazyPiece(async () => (await import("./limits")).LimitsOfPerson);
const Timeline = lazyPiece(async () => (await import("@/areas/admin/kit/cases/Timeline")).Timeline);

/** Everything about a person who asks for help: who they are, what they bought, their cards, and what was done. */
export function SupportPersonPage() {
  const { id = "" } = useParams();
  const timeline = useCase({ kind: "person", id });
  const person = useQuery(personDossierQuery(id));
  return (
    <WhenLoaded query={person} placeholder={<DetailPlaceholder />} otherwise={adminPaths.cards()}>
      {(found) => <Dossier key={found.id} person={found} timeline={timeline} />}
    </WhenLoaded>
  );
}

interface DossierProps {
  person: PersonDossier;
  timeline: ReturnType<typeof useCase>;
}

function Dossier({ person, timeline }: DossierProps) {
  const { name, email, roles } = person;
  return (
    <Page title={name}>
      <BackToOrigin />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading className="wrap-anywhere">{name}</PageHeading>
        <StatusChip isOn={person.isActive && !person.isClosed}>
          {person.isClosed
            ? m.helpdesk_person_closed()
            : person.isActive
              ? m.lists_active()
              : m.lists_inactive()}
        </StatusChip>
        <span className="grow" />
        <PersonMenu person={person} />
      </header>
      <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-5 rounded-card border border-line bg-surface p-5 [&_dd]:mt-1 [&_dd]:font-semibold [&_dt]:text-sm [&_dt]:text-ink-soft">
        <Fact term={m.field_email()}>
          <EmailAddress address={email} />
        </Fact>
        <Fact term={m.field_role()}>
          {roles.map(({ role, tenantName, isActive }) => (
            <span key={`${role} ${tenantName ?? ""}`} className="block">
              {[roleName(role), tenantName].filter(Boolean).join(", ")}
              {!isActive && ` (${m.lists_inactive()})`}
            </span>
          ))}
        </Fact>
      </dl>
      <DeskOrders rows={person.orders} count={person.orderCount} none={m.helpdesk_person_no_orders()} />
      <DeskCards
        rows={person.cards}
        count={person.cardCount}
        none={m.helpdesk_person_no_cards()}
        leadsToOrder
      />
      <Suspense fallback={<SkeletonText />}>
        {!person.isClosed && <LimitsOfPerson id={person.id} />}
        <Timeline {...timeline} />
      </Suspense>
    </Page>
  );
}
