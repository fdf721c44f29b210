import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useKept } from "@/areas/admin/tenants/useKept";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { CardTable, cardColumns } from "@/shared/counter/CardTable";
import { cardListQuery } from "@/shared/counter/cards";
import { useCardSearch } from "@/shared/counter/useCardSearch";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { useCardDays } from "./useCardDays";

const options = {
  columns: ["recentTransaction", "cardBalance", "createdAt"],
  sorting: { orderBy: "recentTransaction", direction: "Desc" },
} as const;

/** A vendor's cards on which something happened this month, or in other days: one's own, or as an administrator sees them. */
export function VendorCardListPage() {
  const list = useListState(options);
  const { vid } = useParams();
  const tenantId = useKept("vid");
  const days = useCardDays(list);
  // At the till of who only looks at a vendor, nobody scans.
  const { take, isCode } = useCardSearch(list, vid === undefined);

  const { page, pageSize, searchText, sorting } = list;
  const cards = useQuery({
    ...cardListQuery({ tenantId, pageIndex: page, pageSize, searchText, ...sorting, ...days.query }),
    enabled: !isCode,
  });
  return (
    <ListPage
      title={m.counter_title()}
      add={
        vid === undefined ? { to: paths.scanCode(), label: m.counter_scan(), icon: "scan-line" } : undefined
      }
      list={list}
      searchLabel={m.counter_search()}
      take={take}
      filters={<DateRangeFields range={days.range} onRange={days.show} className="grow" />}
      found={cards.data}
    >
      {days.isEverywhere && <p className="mb-3 text-sm text-ink-soft">{m.counter_everywhere()}</p>}
      <CardTable
        columns={cardColumns.whole}
        cards={cards.data?.items}
        query={cards}
        sorting={sorting}
        onSort={list.sort}
        searchText={searchText}
        cardPlaceOf={({ id }) => adminPaths.vendorArea(vid).card(id)}
      />
    </ListPage>
  );
}
