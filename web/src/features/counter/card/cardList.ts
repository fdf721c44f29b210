// List of a shop's cards, with its filters in the address.
import { isSound } from "@/lib/dateRange";
import { thisMonth } from "@/lib/dates";
import { daysOf, pageOf, readListState, type ListState } from "@/shared/table/listState";
import { cardListQuery, type CardListQuery } from "./cards";
import { cardCodeIn } from "@/features/counter/lookup/scannedText";

export const cardListOptions = {
  columns: ["recentTransaction", "cardBalance", "createdAt"],
  sorting: { orderBy: "recentTransaction", direction: "Desc" },
} as const;

/** Date range of a list of cards: the default month, a chosen range, or none while searching. */
interface CardDays {
  range: { startDate: string; endDate: string } | undefined;
  isDefault: boolean;
}

/**
 * Returns the date range of the list: this month by default. A search covers all days unless a
 * range is set.
 */
export function cardDaysOf({ filter, searchText }: Pick<ListState, "filter" | "searchText">): CardDays {
  const chosen = daysOf(filter);
  if (isSound(chosen)) return { range: chosen, isDefault: false };
  return { range: searchText === "" ? thisMonth() : undefined, isDefault: true };
}

/** Returns the query for one page of a shop's cards. Without `tenantId`, it is the user's own shop. */
export function listedCardsQuery(state: ListState, tenantId?: string) {
  const { range } = cardDaysOf(state);
  return cardListQuery({ ...(tenantId && { tenantId }), ...pageOf(state), ...range } as CardListQuery);
}

/** Returns the query for an address. None if the search text is a card code, which is looked up instead. */
export function listedCards(search: URLSearchParams) {
  const state = readListState(search, cardListOptions);
  return cardCodeIn(state.searchText) === undefined ? [listedCardsQuery(state)] : [];
}
