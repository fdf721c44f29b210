/** Cuts a list into pages; what doesn't fit into the last allowed page is left out. */
export function inPages<Item>(items: readonly Item[], perPage: number, mostPages: number): Item[][] {
  const count = Math.min(Math.ceil(items.length / perPage), mostPages);
  return Array.from({ length: count }, (_, index) => items.slice(index * perPage, (index + 1) * perPage));
}
