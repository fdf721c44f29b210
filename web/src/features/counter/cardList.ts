// The list of a shop's cards, as its address says.
import { pageOf, readListState } from "@/shared/table/useListState";
import { cardListQuery, type CardListQuery } from "./cards";
import { cardCodeIn } from "./scannedText";

export const cardListOptions = {
  columns: ["recentTransaction", "cardBalance", "createdAt"],
  sorting: { orderBy: "recentTransaction", direction: "Desc" },
} as const;

/** What is read for an address; nothing where it holds the code of a card, which is looked up instead. */
export function listedCards(search: URLSearchParams) {
  const state = readListState(search, cardListOptions);
  return cardCodeIn(state.searchText) === undefined ? [cardListQuery(pageOf(state) as CardListQuery)] : [];
}
