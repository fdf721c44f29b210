// A list's place in the address: which page, how sorted, what searched. Going back finds the list as it was left, and the
// address can be sent to somebody else. Anybody can write an address, so whatever makes no sense is read as if it weren't there.
import { useSearchParams } from "react-router";
import type { Sorting } from "./SortHeader";
import { PAGE_SIZES, type TablePage } from "./TableFooter";

export interface ListState<Column extends string = string> {
  /** 1-based. */
  page: number;
  pageSize: number;
  searchText: string;
  sorting: Sorting<Column>;
}

interface ListOptions<Column extends string> {
  /** What the list can be sorted by: the server's names. */
  columns: readonly Column[];
  /** How it is sorted when nobody chose. */
  sorting: Sorting<Column>;
}

type Changes = Record<string, string | undefined>;

function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

function pageSizeOf(text: string | null): number {
  return PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZES[0];
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

export function useListState<Column extends string>(options: ListOptions<Column>) {
  const [query, setQuery] = useSearchParams();

  /** Another page is a place to come back from; what narrows the list starts over in the same place. */
  const showPage = ({ page, pageSize }: TablePage) => {
    const size = pageSize === PAGE_SIZES[0] ? undefined : String(pageSize);
    const number = page === 1 ? undefined : String(page);
    setQuery((now) => changed(now, { page: number, pageSize: size }), { preventScrollReset: true });
  };
  const narrow = (changes: Changes) =>
    setQuery((now) => changed(now, { ...changes, page: undefined }), {
      replace: true,
      preventScrollReset: true,
    });

  const state: ListState<Column> = {
    page: pageOf(query.get("page")),
    pageSize: pageSizeOf(query.get("pageSize")),
    searchText: query.get("searchText") ?? "",
    sorting: sortingOf(query, options),
  };
  return {
    ...state,
    /** A filter of the list's own. */
    filter: (name: string) => query.get(name) ?? undefined,
    showPage,
    narrow,
    search: (searchText: string) => narrow({ searchText }),
    sort: ({ orderBy, direction }: Sorting) => narrow({ orderBy, direction }),
  };
}
