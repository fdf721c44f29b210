import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { m } from "@/i18n";
import { RetryScene } from "@/shared/page/RetryScene";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { useCardSearch } from "@/features/counter/useCardSearch";
import { useListState } from "@/shared/table/useListState";
import { lazyPiece } from "@/ui/lazyPiece";
import { SearchBox } from "@/ui/SearchBox";
import { Bursts } from "./bursts";
import { Differences } from "./differences";
import { DeskCards, DeskOrders, DeskPeople } from "./found";
import { DeadLetters } from "./deadLetters";
import { RefundRequests, Reversals, Reviews } from "./openCases";
import { deskSearchQuery } from "./queries";

// Rarely any waits: the page opens without it.
const BuyingLimits = lazyPiece(async () => (await import("./limits")).BuyingLimits);

const options = { columns: [], sorting: { orderBy: "", direction: "Asc" } } as const;

const NEWEST_SHOWN = 8;

/** Where administrators help: any card, order or person from one box, and what could not be delivered. */
export function HelpdeskPage() {
  const list = useListState(options);
  const { searchText, search } = list;
  const { take, isCode } = useCardSearch(list);
  const query = useQuery({ ...deskSearchQuery(searchText), enabled: !isCode });
  const found = query.data;
  // Who hasn't searched yet wants to see what waits, and a few of the newest.
  const shown = searchText === "" ? NEWEST_SHOWN : undefined;
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
      {searchText === "" && <p className="mt-3 text-sm text-ink-soft">{m.helpdesk_newest()}</p>}
      {searchText === "" && (
        <>
          <Reviews />
          <RefundRequests />
          <Suspense>
            <BuyingLimits />
          </Suspense>
          <Reversals />
          <Bursts />
          <Differences />
          <DeadLetters />
        </>
      )}
      {query.isLoadingError ? (
        <RetryScene error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DeskCards
            rows={found?.cards.slice(0, shown)}
            count={found?.cardCount}
            query={query}
            leadsToOrder
          />
          <DeskOrders rows={found?.orders.slice(0, shown)} count={found?.orderCount} query={query} />
          {/* All people have a list of their own: here are those who were looked for. */}
          {searchText !== "" && <DeskPeople rows={found?.people} count={found?.personCount} query={query} />}
        </>
      )}
    </Page>
  );
}
