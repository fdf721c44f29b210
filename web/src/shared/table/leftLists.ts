// Remembers each list's search, filters and page, for all links back to the list.
import { onPersonChange } from "@/session/current";

const searches = new Map<string, string>();

// One user's searches must not be shown to the next.
onPersonChange(() => searches.clear());

export function rememberList(pathname: string, search: string): void {
  searches.set(pathname, search);
}

/** Returns a list's address with its last search, filters and page. */
export function asLeft(pathname: string): string {
  return pathname + (searches.get(pathname) ?? "");
}
