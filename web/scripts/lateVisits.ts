// Code that pages load on demand, as visits for the plan of files (chunks.ts): it shall not bring much code of other pages.
import type { PageVisit } from "./budget.ts";
import { filesOf, type Manifest } from "./manifest.ts";

/** Returns the keys of all that these sources import, and themselves. */
function closureOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const keys = new Set(sources);
  // A set also runs through what is added meanwhile.
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  return keys;
}

/** Returns, except for the pages of staff and the portal, which have most of each other's code, the script files at hand when a piece has loaded: its own, and those of every page that loads it. */
export function lateVisits(manifest: Manifest, pages: readonly PageVisit[]): Set<string>[] {
  const loaded = pages
    .filter(({ limits }) => limits.kind !== "staff" && limits.kind !== "portal")
    .map(({ sources }) => closureOf(manifest, sources));
  const pageSources = new Set(pages.flatMap(({ sources }) => sources));
  const pieces = new Map<string, Set<string>>();
  for (const keys of loaded)
    for (const piece of [...keys].flatMap((key) => manifest[key]?.dynamicImports ?? [])) {
      if (pageSources.has(piece)) continue;
      const before = pieces.get(piece);
      pieces.set(piece, before ? new Set([...before].filter((key) => keys.has(key))) : keys);
    }
  return [...pieces].map(([piece, keys]) => new Set(filesOf(manifest, [...keys, piece]).scripts));
}
