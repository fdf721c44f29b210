import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { entriesOf } from "@/areas/portal/menu";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { RetryScene } from "@/shared/page/RetryScene";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { useCardSearch } from "@/features/counter/lookup/useCardSearch";
import { useListState } from "@/shared/table/useListState";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { LinkButton } from "@/ui/form/LinkButton";
import { SearchBox } from "@/ui/form/SearchBox";
import { Bursts } from "./bursts";
import { WaitingClosings } from "./closings";
import { Differences } from "./differences";
import { DeskCards, DeskOrders, DeskPeople } from "./searchResults";
import { DeadLetters } from "./deadLetters";
import { RefundRequests, RefusedRefunds, Reversals, Reviews } from "./openCases";
import { deskSearchQuery } from "./queries";

// Loaded separately, because buying limits rarely wait for approval.
const BuyingLimits = lazyPiece(async () => (await import("./limits")).BuyingLimits);

const options = { columns: [], sorting: { orderBy: "", direction: "Asc" } } as const;

/** Start page of support: a search for cards, orders and people, and all open cases below it. */
export function HelpdeskPage() {
  // Lists beside the open cases. The dashboard's figures link to most of them.
  const lists = entriesOf("desk", useProfile());
  const list = useListState(options);
  const { searchText, search } = list;
  const { take, isCode } = useCardSearch(list);
  const isSearching = searchText !== "";
  const query = useQuery({ ...deskSearchQuery(searchText), enabled: isSearching && !isCode });
  const found = query.data;
  return (
    <Page title={m.helpdesk_title()}>
      <PageHeading>{m.helpdesk_title()}</PageHeading>
      <p className="mt-2 text-ink-soft">{m.helpdesk_lead()}</p>
      <SearchBox
        label={m.helpdesk_search()}
        value={searchText}
        onSearch={search}
        take={take}
        className="mt-6 w-full max-w-2xl"
      />
      {!isSearching && (
        <>
          <ul className="mt-3 -ml-3.5 flex flex-wrap gap-1">
            {lists.map(({ to, label, icon }) => (
              <li key={to}>
                <LinkButton to={to} size="small" variant="quiet">
                  <Icon name={icon} size={18} />
                  {label}
                </LinkButton>
              </li>
            ))}
          </ul>
          <Reviews />
          <RefundRequests />
          <Suspense>
            <BuyingLimits />
          </Suspense>
          <WaitingClosings />
          <RefusedRefunds />
          <Reversals />
          <Bursts />
          <Differences />
          <DeadLetters />
        </>
      )}
      {isSearching && query.isLoadingError && (
        <RetryScene error={query.error} onRetry={() => void query.refetch()} />
      )}
      {isSearching && !query.isLoadingError && (
        <>
          <DeskCards rows={found?.cards} count={found?.cardCount} query={query} leadsToOrder />
          <DeskOrders rows={found?.orders} count={found?.orderCount} query={query} />
          <DeskPeople rows={found?.people} count={found?.personCount} query={query} />
        </>
      )}
    </Page>
  );
}
