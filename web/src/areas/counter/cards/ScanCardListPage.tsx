import { m } from "@/i18n";
import { paths } from "@/paths";
import { isVendorEmployee } from "@/session/can";
import { useProfile } from "@/session/current";
import { cardColumns, CardLink, cardName } from "@/features/counter/card/cardColumns";
import { CardDaysNotice, NoCardsInDays } from "@/features/counter/card/CardDaysNotice";
import { cardDaysFilter } from "@/features/counter/card/cardDaysFilter";
import { cardListOptions, listedCardsQuery } from "@/features/counter/card/cardList";
import { useCardSearch } from "@/features/counter/lookup/useCardSearch";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";

const options = { ...cardListOptions, filters: [cardDaysFilter] };

/**
 * Cards of the clerk's shop with activity in this month or other days, last used first. A keyboard
 * scanner works here, too.
 */
export function ScanCardListPage() {
  const list = useListState(options);
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
      query={(state) => ({ ...listedCardsQuery(state), enabled: !isCode })}
      notice={<CardDaysNotice list={list} />}
      columns={isVendorEmployee(profile) ? cardColumns.employee : cardColumns.brief}
      idOf={({ id }) => id}
      nameOf={cardName}
      linkOf={({ id }) => paths.scanCard(id)}
      actions={(card) => <CardLink card={card} to={paths.scanCard(card.id)} />}
      none={<NoCardsInDays list={list} />}
      isReadOnly
    />
  );
}
