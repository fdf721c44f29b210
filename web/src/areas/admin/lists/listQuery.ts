// A list's state as the calls of lists take it.
import type { ListState } from "@/shared/table/useListState";

/** One page of a list, as every such call answers. */
export interface Paged<Item> {
  items: Item[];
  pageIndex: number;
  pageSize: number;
  totalItems: number;
  totalPages: number;
}

export interface FilteredList extends ListState {
  filter: (name: string) => string | undefined;
}

export function pageOf({ page, pageSize, searchText, sorting }: ListState) {
  return { pageIndex: page, pageSize, searchText, ...sorting };
}

/** "true" or "false" in the address narrows the list; anything else doesn't. */
export function activeOf({ filter }: FilteredList): { isActive?: boolean } {
  const wanted = filter("isActive");
  return wanted === "true" || wanted === "false" ? { isActive: wanted === "true" } : {};
}

/** The state that the list is narrowed to, if the address names one that there is. */
export function stateOf<State extends string>(
  { filter }: FilteredList,
  states: readonly State[],
): { state?: State } {
  const state = states.find((each) => each === filter("state"));
  return state === undefined ? {} : { state };
}
