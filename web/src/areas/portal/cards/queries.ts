// Query of the list of a vendor's cards.
import { cardListQuery, type CardListQuery } from "@/features/counter/card/cards";
import { isSound } from "@/lib/dateRange";
import { thisMonth } from "@/lib/dates";
import { daysOf, pageOf, type ListState } from "@/shared/table/listState";

/**
 * Returns the date range of the list: this month by default. A search covers all days unless a
 * range is set.
 */
export function cardDaysAsked({ filter, searchText }: ListState) {
  const asked = daysOf(filter);
  if (isSound(asked)) return asked;
  return searchText === "" ? thisMonth() : undefined;
}

export function vendorCardsQuery(tenantId: string, state: ListState) {
  return cardListQuery({ tenantId, ...pageOf(state), ...cardDaysAsked(state) } as CardListQuery);
}
