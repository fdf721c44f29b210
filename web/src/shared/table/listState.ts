// State of a list in the address: page, sorting, search, filters. Routes read it, too, to start the list's call.
// Invalid parameters are ignored, because anyone can write an address.
import { isSound } from "@/lib/dateRange";
import { localText } from "@/lib/storage";
import type { Sorting } from "./SortHeader";

export const PAGE_SIZES = [10, 25, 50, 100, 500] as const;

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

export interface ListOptions<Column extends string> {
  /** The server's sort keys. */
  columns: readonly Column[];
  /** Default sorting. */
  sorting: Sorting<Column>;
}

function numberOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** Number of rows per page chosen last on this device. */
export const usualSize = localText("rowsPerPage");

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

/** Returns the list's state as query parameters of a list call. */
export function pageOf<Column extends string>(list: ListState<Column>) {
  const { page, pageSize, searchText, sorting } = list;
  return { pageIndex: page, pageSize, searchText, ...sorting };
}

/** Reads the start and end date of the filter; either may be missing. */
export function daysOf(read: ListState["filter"]) {
  const range = { startDate: read("startDate") ?? "", endDate: read("endDate") ?? "" };
  return isSound(range, "open") ? range : { startDate: "", endDate: "" };
}

/** Reads the filter by whether a record is active; invalid values filter nothing. */
export function activeOf({ filter }: Pick<ListState, "filter">): { isActive?: boolean } {
  const wanted = filter("isActive");
  return wanted === "true" || wanted === "false" ? { isActive: wanted === "true" } : {};
}

/** Sorting of a list that the server always sorts newest first. */
export const NEWEST_FIRST = { columns: [], sorting: { orderBy: "", direction: "Desc" } } as const;
