// A list's place in the address: which page, how sorted, what searched. Going back finds the list as it was left, and the
// address can be sent to somebody else. Anybody can write an address, so whatever makes no sense is read as if it weren't there.
import { useEffect, useEffectEvent } from "react";
import { useLocation, useSearchParams } from "react-router";
import { localText } from "@/lib/storage";
import type { Filter } from "./filters";
import { rememberList } from "./leftLists";
import type { Sorting } from "./SortHeader";
import { PAGE_SIZES, type TablePage } from "./TableFooter";

/** What a call for a page of the list needs to know. */
export interface ListState<Column extends string = string> {
  /** 1-based. */
  page: number;
  pageSize: number;
  searchText: string;
  sorting: Sorting<Column>;
  /** A parameter of the address that narrows the list. */
  filter: (name: string) => string | undefined;
}

/** One page of a list, as every such call answers. */
export interface Paged<Row> {
  items: Row[];
  totalItems: number;
  totalPages: number;
}

/** A list as its page uses it. */
export interface List extends ListState {
  filters: readonly Filter[];
  /** The filters that narrow the list now, each with what it is set to. */
  active: readonly (Filter & { text: string })[];
  isNarrowed: boolean;
  showPage: (page: TablePage) => void;
  /** Sets parameters of the address; what is undefined narrows nothing any more. */
  narrow: (changes: Record<string, string | undefined>) => void;
  /** Takes a filter away. */
  widen: (filter: Pick<Filter, "names">) => void;
  /** Shows everything again, sorted as it was. */
  clear: () => void;
  search: (text: string) => void;
  sort: (sorting: Sorting) => void;
}

interface ListOptions<Column extends string> {
  /** What the list can be sorted by: the server's names. */
  columns: readonly Column[];
  /** How it is sorted when nobody chose. */
  sorting: Sorting<Column>;
  /** What narrows it, beside the search. */
  filters?: readonly Filter[];
}

type Changes = Record<string, string | undefined>;

function numberOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** Rows per page that were chosen last on this device. */
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

/** The state that an address holds. */
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

  /** Another page is a place to come back from; what narrows the list starts over in the same place. */
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

/** A page beyond the last one shows the last one: rows may have gone since the address was written. */
export function useLastPage(found: { totalPages: number } | undefined, list: List): void {
  const last = found?.totalPages ?? 0;
  const isBeyond = last > 0 && list.page > last;
  const goBack = useEffectEvent(() => list.showPage({ page: last, pageSize: list.pageSize }));
  useEffect(() => {
    if (isBeyond) goBack();
  }, [isBeyond]);
}

/** A list's state as the calls of lists take it. */
export function pageOf<Column extends string>(list: ListState<Column>) {
  const { page, pageSize, searchText, sorting } = list;
  return { pageIndex: page, pageSize, searchText, ...sorting };
}
