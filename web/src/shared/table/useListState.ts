// Reads and changes the state of a list in the address. Going back restores it, and the address can be shared.
import { useEffect, useEffectEvent } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { Filter } from "./filters";
import { rememberList } from "./leftLists";
import { PAGE_SIZES, readListState, usualSize, type ListOptions, type ListState } from "./listState";
import type { Sorting } from "./SortHeader";
import type { TablePage } from "./TableFooter";

/** State and actions of a list page. */
export interface List extends ListState {
  filters: readonly Filter[];
  /** Active filters with the text of their badges. */
  active: readonly (Filter & { text: string })[];
  isNarrowed: boolean;
  showPage: (page: TablePage) => void;
  /** Sets parameters of the address; `undefined` removes one. */
  narrow: (changes: Record<string, string | undefined>) => void;
  /** Removes a filter. */
  widen: (filter: Pick<Filter, "names">) => void;
  /** Removes the search and all filters; the sorting stays. */
  clear: () => void;
  search: (text: string) => void;
  sort: (sorting: Sorting) => void;
}

type Changes = Record<string, string | undefined>;

function changed(query: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

interface ListPageOptions<Column extends string> extends ListOptions<Column> {
  /** Filters besides the search. */
  filters?: readonly Filter[];
}

export function useListState<Column extends string>(options: ListPageOptions<Column>): List {
  const [query, setQuery] = useSearchParams();
  const state = readListState(query, options);
  const { filters = [] } = options;
  const { pathname, search } = useLocation();
  useEffect(() => rememberList(pathname, search), [pathname, search]);

  /** Paging adds a history entry; filtering replaces the current one. */
  const showPage = ({ page, pageSize }: TablePage) => {
    if (pageSize !== state.pageSize) usualSize.write(String(pageSize));
    const size = pageSize === PAGE_SIZES[0] ? undefined : String(pageSize);
    const number = page === 1 ? undefined : String(page);
    setQuery((now) => changed(now, { page: number, pageSize: size }), { preventScrollReset: true });
  };
  const narrow = (changes: Changes) =>
    setQuery((now) => changed(now, { ...changes, page: undefined }), {
      replace: true,
      preventScrollReset: true,
    });
  const widen = ({ names }: Pick<Filter, "names">) =>
    narrow(Object.fromEntries(names.map((name) => [name, undefined])));

  const active = filters.flatMap((filter) => {
    const text = filter.textOf(state.filter);
    return text === undefined ? [] : [{ ...filter, text }];
  });
  return {
    ...state,
    filters,
    active,
    isNarrowed: state.searchText !== "" || active.length > 0,
    showPage,
    narrow,
    widen,
    clear: () => widen({ names: ["searchText", ...filters.flatMap(({ names }) => names)] }),
    search: (searchText: string) => narrow({ searchText }),
    sort: ({ orderBy, direction }: Sorting) => narrow({ orderBy, direction }),
  };
}

/** Shows the last page if the address names a later one: rows may have been deleted. */
export function useLastPage(found: { totalPages: number } | undefined, list: List): void {
  const last = found?.totalPages ?? 0;
  const isBeyond = last > 0 && list.page > last;
  const goBack = useEffectEvent(() => list.showPage({ page: last, pageSize: list.pageSize }));
  useEffect(() => {
    if (isBeyond) goBack();
  }, [isBeyond]);
}
