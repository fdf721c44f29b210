// State of a list in the address: page, sorting, search. Going back restores it, and the address
// can be shared. Invalid parameters are ignored, because anyone can write an address.
import { useEffect, useEffectEvent } from "react";
import { useLocation, useSearchParams } from "react-router";
import { localText } from "@/lib/storage";
import type { Filter } from "./filters";
import { rememberList } from "./leftLists";
import type { Sorting } from "./SortHeader";
import { PAGE_SIZES, type TablePage } from "./TableFooter";

/** Parameters of a call for one page of the list. */
export interface ListState<Column extends string = string> {
  /** Page number, starting at 1. */
  page: number;
  pageSize: number;
  searchText: string;
  sorting: Sorting<Column>;
  /** Returns a filter's parameter from the address. */
  filter: (name: string) => string | undefined;
}

/** One page of a list, as all list calls answer. */
export interface Paged<Row> {
  items: Row[];
  totalItems: number;
  totalPages: number;
}

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

interface ListOptions<Column extends string> {
  /** The server's sort keys. */
  columns: readonly Column[];
  /** Default sorting. */
  sorting: Sorting<Column>;
  /** Filters besides the search. */
  filters?: readonly Filter[];
}

type Changes = Record<string, string | undefined>;

function numberOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** Number of rows per page chosen last on this device. */
const usualSize = localText("rowsPerPage");

function sizeOf(wanted: string | null) {
  return PAGE_SIZES.find((size) => String(size) === wanted);
}

function pageSizeOf(text: string | null): number {
  return sizeOf(text) ?? sizeOf(usualSize.read()) ?? PAGE_SIZES[0];
}

function sortingOf<Column extends string>(
  query: URLSearchParams,
  { columns, sorting }: ListOptions<Column>,
): Sorting<Column> {
  const orderBy = columns.find((column) => column === query.get("orderBy"));
  if (orderBy === undefined) return sorting;
  return { orderBy, direction: query.get("direction") === "Desc" ? "Desc" : "Asc" };
}

function changed(query: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Reads the list's state from the address. */
export function readListState<Column extends string>(
  query: URLSearchParams,
  options: ListOptions<Column>,
): ListState<Column> {
  return {
    page: numberOf(query.get("page")),
    pageSize: pageSizeOf(query.get("pageSize")),
    searchText: query.get("searchText") ?? "",
    sorting: sortingOf(query, options),
    filter: (name) => query.get(name) ?? undefined,
  };
}

export function useListState<Column extends string>(options: ListOptions<Column>): List {
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

/** Returns the list's state as query parameters of a list call. */
export function pageOf<Column extends string>(list: ListState<Column>) {
  const { page, pageSize, searchText, sorting } = list;
  return { pageIndex: page, pageSize, searchText, ...sorting };
}
