// Query of the list of a vendor's cards.
import { cardListQuery, type CardListQuery } from "@/features/counter/card/cards";
import { isSound } from "@/lib/dateRange";
import { businessToday, monthAround } from "@/lib/dates";
import { daysOf, pageOf, type ListState } from "@/shared/table/listState";

export const thisMonth = () => monthAround(businessToday());

/**
 * Returns the date range of the list: this month by default. A search covers all days unless a
 * range is set.
 */
export function daysAsked({ filter, searchText }: ListState) {
  const asked = daysOf(filter);
  if (isSound(asked)) return asked;
  return searchText === "" ? thisMonth() : undefined;
}

export function vendorCardsQuery(tenantId: string, state: ListState) {
  return cardListQuery({ tenantId, ...pageOf(state), ...daysAsked(state) } as CardListQuery);
}
