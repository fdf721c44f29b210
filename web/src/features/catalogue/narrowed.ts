import { chosenRegionId } from "@/session/region";

/** Reads the filters of a public list from the address. */
export function narrowed(search: URLSearchParams, kind: string) {
  return { searchText: search.get("q") ?? "", kind: search.get(kind) ?? "", regionId: chosenRegionId() };
}
