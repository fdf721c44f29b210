import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isVendorEmployee } from "@/session/can";
import { useProfile } from "@/session/current";
import { CardTable, cardColumns } from "@/shared/counter/CardTable";
import { cardListQuery } from "@/shared/counter/cards";
import { useCardSearch } from "@/shared/counter/useCardSearch";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";

const options = {
  columns: ["recentTransaction", "cardBalance", "createdAt"],
  sorting: { orderBy: "recentTransaction", direction: "Desc" },
} as const;

/** The cards of one's shop, those used last on top. A scanner that types is heard here, too. */
export function ScanCardListPage() {
  const list = useListState(options);
  const profile = useProfile();
  const { take, isCode } = useCardSearch(list);

  const { page, pageSize, searchText, sorting } = list;
  const cards = useQuery({
    ...cardListQuery({ pageIndex: page, pageSize, searchText, ...sorting }),
    enabled: !isCode,
  });
  return (
    <ListPage
      title={m.counter_title()}
      add={{ to: paths.scanCode(), label: m.counter_scan(), icon: "scan-line" }}
      list={list}
      searchLabel={m.counter_search()}
      take={take}
      found={cards.data}
    >
      <CardTable
        columns={isVendorEmployee(profile) ? cardColumns.employee : cardColumns.brief}
        cards={cards.data?.items}
        query={cards}
        sorting={list.sorting}
        onSort={list.sort}
        searchText={searchText}
        cardPlaceOf={({ id }) => paths.scanCard(id)}
      />
    </ListPage>
  );
}
