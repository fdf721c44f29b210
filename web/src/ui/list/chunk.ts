/** Splits a list into pages, and drops what doesn't fit into the maximum number of pages. */
export function chunk<Item>(items: readonly Item[], perPage: number, mostPages: number): Item[][] {
  const count = Math.min(Math.ceil(items.length / perPage), mostPages);
  return Array.from({ length: count }, (_, index) => items.slice(index * perPage, (index + 1) * perPage));
}
