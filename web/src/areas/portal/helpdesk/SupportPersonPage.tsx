import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { BackToOrigin } from "@/areas/portal/kit/BackToOrigin";
import { useCase } from "@/areas/portal/kit/cases/useCase";
import { ClosingRequest } from "@/areas/portal/kit/people/ClosingRequest";
import { userQuery } from "@/areas/portal/kit/people/queries";
import { m } from "@/i18n";
import { DetailPlaceholder } from "@/shared/page/DetailPlaceholder";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { asLeft } from "@/shared/table/leftLists";
import { StatusChip } from "@/ui/list/Chip";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { cardLinks } from "./cardLinks";
import { PersonFacts } from "./PersonFacts";
import { PersonMenu } from "./PersonMenu";
import { PersonCards, PersonOrders } from "./purchases";
import { personDossierQuery, type PersonDossier } from "./queries";

// Loaded after the facts about the person.
const LimitsOfPerson = lazyPiece(async () => (await import("./limits")).LimitsOfPerson);
const Timeline = lazyPiece(async () => (await import("@/areas/portal/kit/cases/Timeline")).Timeline);

const ManageRoleSheet = lazyPiece(
  async () => (await import("./ManageRoleSheet")).ManageRoleSheet,
  ({ onClose }) => onClose(),
);

/** Page about a person: account and roles, orders and cards, and timeline. */
export function SupportPersonPage() {
  return <PersonPage otherwise={adminPaths.cards()} isManaging={false} />;
}

/** Page about a person with the form of one role open. */
export function ManagedPersonPage() {
  return <PersonPage otherwise={adminPaths.users.list()} isManaging />;
}

interface PersonPageProps {
  /** List that the page leads back to. */
  otherwise: string;
  isManaging: boolean;
}

function PersonPage({ otherwise, isManaging }: PersonPageProps) {
  const { id = "" } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const timeline = useCase({ kind: "person", id });
  const person = useQuery(personDossierQuery(id));
  return (
    <WhenLoaded query={person} placeholder={<DetailPlaceholder />} otherwise={asLeft(otherwise)}>
      {(found) => (
        <>
          <Dossier key={found.id} person={found} timeline={timeline} list={otherwise} />
          <Suspense>
            {isManaging && !found.isClosed && (
              <ManageRoleSheet
                id={id}
                onClose={() =>
                  void navigate(adminPaths.person(id), { replace: true, preventScrollReset: true, state })
                }
              />
            )}
          </Suspense>
        </>
      )}
    </WhenLoaded>
  );
}

interface DossierProps {
  person: PersonDossier;
  timeline: ReturnType<typeof useCase>;
  list: string;
}

function Dossier({ person, timeline, list }: DossierProps) {
  const { id, name, isClosed } = person;
  const [isStepReset, setIsStepReset] = useState(false);
  const navigate = useNavigate();
  // Roles that administrators can manage, highest first.
  const account = useQuery({ ...userQuery(id), enabled: !isClosed }).data;
  const [user] = account?.roles ?? [];
  return (
    <Page title={name}>
      <BackToOrigin otherwise={list} />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading className="wrap-anywhere">{name}</PageHeading>
        <StatusChip isOn={person.isActive && !isClosed}>
          {isClosed ? m.helpdesk_person_closed() : person.isActive ? m.lists_active() : m.lists_inactive()}
        </StatusChip>
        <span className="grow" />
        <PersonMenu person={person} account={account} onSecondStepReset={() => setIsStepReset(true)} />
      </header>
      <div className="mt-4">
        {isStepReset && user && (
          <Notice tone="success" className="mb-4">
            <p>{m.users_factors_reset_done({ name })}</p>
            <p>{m.users_factors_reset_next()}</p>
          </Notice>
        )}
        {user && (
          <ClosingRequest
            user={user}
            roles={account?.roles ?? []}
            refusal={account?.closingRefusal ?? null}
            onClosed={() => void navigate(asLeft(adminPaths.users.list()))}
          />
        )}
      </div>
      <div className="mt-2 grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <aside
          className="grid min-w-0 content-start gap-6 lg:order-last"
          aria-label={m.helpdesk_person_facts()}
        >
          <PersonFacts person={person} account={account} />
          <PersonOrders person={person} />
          <PersonCards person={person} />
        </aside>
        <div className="min-w-0 [&>section:first-child]:mt-0 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
          <Suspense fallback={<SkeletonText />}>
            <Timeline {...timeline} cardLink={cardLinks(person.cards)} />
            {!isClosed && <LimitsOfPerson id={id} />}
          </Suspense>
        </div>
      </div>
    </Page>
  );
}
