import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isVendorEmployee } from "@/session/can";
import { useProfile } from "@/session/current";
import { CardTable, cardColumns } from "@/shared/counter/CardTable";
import { cardListQuery } from "@/shared/counter/cards";
import { isCardCode, useScanner } from "@/shared/counter/scanner";
import { useLookUp } from "@/shared/counter/useLookUp";
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
  const { lookUp } = useLookUp();
  useScanner(lookUp);

  const { page, pageSize, searchText, sorting } = list;
  const isCode = isCardCode(searchText);
  const { data: found, isPlaceholderData } = useQuery({
    ...cardListQuery({ pageIndex: page, pageSize, searchText, ...sorting }),
    enabled: !isCode,
  });
  // A scanner types wherever the focus is, also into the search; a code must not stay in the address.
  const openScanned = useEffectEvent(() => {
    list.search("");
    lookUp(searchText.trim());
  });
  useEffect(() => {
    if (isCode) openScanned();
  }, [isCode]);

  return (
    <ListPage
      title={m.counter_title()}
      add={{ to: paths.scanCode(), label: m.counter_scan(), icon: "scan-line" }}
      list={list}
      searchLabel={m.counter_search()}
      found={found}
    >
      <CardTable
        columns={isVendorEmployee(profile) ? cardColumns.employee : cardColumns.brief}
        cards={found?.items}
        isOutdated={isPlaceholderData}
        sorting={list.sorting}
        onSort={list.sort}
        searchText={searchText}
        cardPlaceOf={({ id }) => paths.scanCard(id)}
      />
    </ListPage>
  );
}
