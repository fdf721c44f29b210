import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useKept } from "@/areas/admin/tenants/useKept";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { CardTable, cardColumns } from "@/shared/counter/CardTable";
import { cardListQuery } from "@/shared/counter/cards";
import { useScanner } from "@/shared/counter/scanner";
import { useLookUp } from "@/shared/counter/useLookUp";
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
  const { lookUp } = useLookUp();
  // At the till of who only looks at a vendor, nobody scans.
  useScanner((code) => vid === undefined && lookUp(code));

  const { page, pageSize, searchText, sorting } = list;
  const { data: found, isPlaceholderData } = useQuery(
    cardListQuery({ tenantId, pageIndex: page, pageSize, searchText, ...sorting, ...days.query }),
  );
  return (
    <ListPage
      title={m.counter_title()}
      add={
        vid === undefined ? { to: paths.scanCode(), label: m.counter_scan(), icon: "scan-line" } : undefined
      }
      list={list}
      searchLabel={m.counter_search()}
      filters={<DateRangeFields range={days.range} onRange={days.show} className="grow" />}
      found={found}
    >
      {days.isEverywhere && <p className="mb-3 text-sm text-ink-soft">{m.counter_everywhere()}</p>}
      <CardTable
        columns={cardColumns.whole}
        cards={found?.items}
        isOutdated={isPlaceholderData}
        sorting={sorting}
        onSort={list.sort}
        searchText={searchText}
        cardPlaceOf={({ id }) => paths.admin.vendorArea(vid).card(id)}
      />
    </ListPage>
  );
}
