interface Page<Item> {
  items: Item[];
  totalPages: number;
}

export const PAGE_SIZE = 100;

/** Returns the items of all pages of a list. The first page reports the number of pages. */
export async function allPages<Item>(read: (pageIndex: number) => Promise<Page<Item>>): Promise<Item[]> {
  const first = await read(1);
  const others = Array.from({ length: Math.max(0, first.totalPages - 1) }, (_, index) => read(index + 2));
  const pages = [first, ...(await Promise.all(others))];
  return pages.flatMap(({ items }) => items);
}
