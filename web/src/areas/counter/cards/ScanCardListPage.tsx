import { m } from "@/i18n";
import { paths } from "@/paths";
import { isVendorEmployee } from "@/session/can";
import { useProfile } from "@/session/current";
import { cardColumns, cardName } from "@/features/counter/card/cardColumns";
import { cardListOptions } from "@/features/counter/card/cardList";
import { CardLink } from "@/features/counter/card/CardLink";
import { cardListQuery, type CardListQuery } from "@/features/counter/card/cards";
import { useCardSearch } from "@/features/counter/lookup/useCardSearch";
import { ListPage } from "@/shared/table/ListPage";
import { pageOf } from "@/shared/table/listState";
import { useListState } from "@/shared/table/useListState";

/** Cards of the clerk's shop, last used first. A keyboard scanner works here, too. */
export function ScanCardListPage() {
  const list = useListState(cardListOptions);
  const profile = useProfile();
  const { take, isCode } = useCardSearch(list);
  return (
    <ListPage
      name="cards"
      title={m.counter_title()}
      add={{ to: paths.scanCode(), label: m.counter_scan(), icon: "scan-line" }}
      list={list}
      searchLabel={m.counter_search()}
      take={take}
      query={(state) => ({ ...cardListQuery(pageOf(state) as CardListQuery), enabled: !isCode })}
      columns={isVendorEmployee(profile) ? cardColumns.employee : cardColumns.brief}
      idOf={({ id }) => id}
      nameOf={cardName}
      placeOf={({ id }) => paths.scanCard(id)}
      actions={(card) => <CardLink card={card} to={paths.scanCard(card.id)} />}
      none={m.counter_none()}
      isReadOnly
    />
  );
}
