// What all public lists have in common.

const MINUTE_MS = 60_000;

/** Somebody who goes back finds the list as long as it was, and everything on it. */
export const remembered = { staleTime: 5 * MINUTE_MS, gcTime: 30 * MINUTE_MS };

/** A filter in which nothing is chosen is not sent at all. */
export function given<Filter extends Record<string, string>>(filter: Filter): Partial<Filter> {
  const chosen = Object.entries(filter).filter(([, value]) => value !== "");
  return Object.fromEntries(chosen) as Partial<Filter>;
}
