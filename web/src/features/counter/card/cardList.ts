// List of a shop's cards, with its filters in the address.
import { pageOf, readListState } from "@/shared/table/listState";
import { cardListQuery, type CardListQuery } from "./cards";
import { cardCodeIn } from "@/features/counter/lookup/scannedText";

export const cardListOptions = {
  columns: ["recentTransaction", "cardBalance", "createdAt"],
  sorting: { orderBy: "recentTransaction", direction: "Desc" },
} as const;

/** Returns the query for an address. None if the search text is a card code, which is looked up instead. */
export function listedCards(search: URLSearchParams) {
  const state = readListState(search, cardListOptions);
  return cardCodeIn(state.searchText) === undefined ? [cardListQuery(pageOf(state) as CardListQuery)] : [];
}
