import type { Paged } from "./listState";
// Reads all pages of a list for an export. Pages are offsets: if rows are added or removed meanwhile,
// the same row is on two pages, or a row is on none.

interface All<Row> {
  rows: Row[];
  totalItems: number;
  /** Whether the list changed during each attempt, so that rows may be missing. */
  hasMoved: boolean;
}

/** Attempts to read a list that changes meanwhile. */
const MAX_ATTEMPTS = 3;

/** Reads at most `maxPages` pages, one at a time, so that a long list doesn't slow the server down for others. */
async function readOnce<Row>(fetchPage: (number: number) => Promise<Paged<Row>>, maxPages: number) {
  const first = await fetchPage(1);
  const last = Math.min(first.totalPages, maxPages);
  const from = async (number: number): Promise<Paged<Row>[]> =>
    number > last ? [] : [await fetchPage(number), ...(await from(number + 1))];
  return [first, ...(await from(2))] as const;
}

/** Reads all pages, again if the list changed meanwhile. No row is returned twice. */
export async function readAll<Row>(
  fetchPage: (number: number) => Promise<Paged<Row>>,
  idOf: (row: Row) => string,
  maxPages: number,
  attempts = MAX_ATTEMPTS,
): Promise<All<Row>> {
  const pages = await readOnce(fetchPage, maxPages);
  const found = pages.flatMap(({ items }) => items);
  const rows = [...new Map(found.map((row) => [idOf(row), row])).values()];
  const { totalItems } = pages[0];
  const hasMoved = rows.length < found.length || pages.some((page) => page.totalItems !== totalItems);
  if (hasMoved && attempts > 1) return readAll(fetchPage, idOf, maxPages, attempts - 1);
  return { rows, totalItems, hasMoved };
}
