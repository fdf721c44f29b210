// Helpers of all public lists.

const MINUTE_MS = 60_000;

/** Cache times that let a shopper return to a list at the position where they left it. */
export const remembered = { staleTime: 5 * MINUTE_MS, gcTime: 30 * MINUTE_MS };

/** Removes empty filters from the query. */
export function given<Filter extends Record<string, string>>(filter: Filter): Partial<Filter> {
  const chosen = Object.entries(filter).filter(([, value]) => value !== "");
  return Object.fromEntries(chosen) as Partial<Filter>;
}
