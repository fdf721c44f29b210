import { useParams } from "react-router";
import { useTenant } from "@/shared/page/useTenant";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { cardColumns, cardName } from "@/features/counter/card/cardColumns";
import { CardDaysNotice, NoCardsInDays } from "@/features/counter/card/CardDaysNotice";
import { cardDaysFilter } from "@/features/counter/card/cardDaysFilter";
import { cardListOptions, listedCardsQuery } from "@/features/counter/card/cardList";
import { useCardSearch } from "@/features/counter/lookup/useCardSearch";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";

const options = { ...cardListOptions, filters: [cardDaysFilter] };

/**
 * Cards of a vendor with activity in this month or another date range, for its managers or for
 * administrators.
 */
export function VendorCardListPage() {
  const list = useListState(options);
  const { vid } = useParams();
  const tenantId = useTenant("vid");
  // An administrator who looks at a vendor has no scanner.
  const { take, isCode } = useCardSearch(list, vid === undefined);
  const area = adminPaths.vendorArea(vid);
  return (
    <ListPage
      name="cards"
      title={m.counter_title()}
      add={
        vid === undefined ? { to: paths.scanCode(), label: m.counter_scan(), icon: "scan-line" } : undefined
      }
      list={list}
      searchLabel={m.counter_search()}
      take={take}
      query={(state) => ({ ...listedCardsQuery(state, tenantId), enabled: !isCode })}
      notice={<CardDaysNotice list={list} />}
      columns={cardColumns.whole}
      idOf={({ id }) => id}
      nameOf={cardName}
      linkOf={({ id }) => area.card(id)}
      none={<NoCardsInDays list={list} />}
    />
  );
}
