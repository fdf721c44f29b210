/**
 * Returns the page numbers to show: the first, the last, the current one and its neighbours. "gap"
 * replaces more than one skipped page.
 */
export function pageNumbers(current: number, count: number): (number | "gap")[] {
  const wanted = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const pages = [...new Set(wanted)].toSorted((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const missing = page - (pages[index - 1] ?? 0) - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : ["gap" as const, page];
  });
}
