// How each list was left: every way back to it brings its search, filters and page along.
import { onPersonChange } from "@/session/current";

const searches = new Map<string, string>();

// What one person searched for is nobody else's business.
onPersonChange(() => searches.clear());

export function rememberList(pathname: string, search: string): void {
  searches.set(pathname, search);
}

/** A list's address, as it was left. */
export function asLeft(pathname: string): string {
  return pathname + (searches.get(pathname) ?? "");
}
