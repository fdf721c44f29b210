// What the pages of regions ask the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema";
import { activeOf, pageOf, type FilteredList } from "@/areas/admin/lists/listQuery";

export type Region = components["schemas"]["Region"];
export type Place = components["schemas"]["Place"];

/** What every change of a region makes outdated: also the choice that visitors have. */
export const REGIONS = ["regions"] as const;

export function regionListQuery(list: FilteredList) {
  // The list is sorted by what its page offers, which is what the call takes.
  const query = { ...pageOf(list), ...activeOf(list) } as QueryOf<"/api/v1/Regions">;
  return queryOptions({
    queryKey: [...REGIONS, "list", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Regions", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function regionQuery(id: string) {
  return queryOptions({
    queryKey: [...REGIONS, "one", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Regions/{id}", { path: { id }, signal }),
    staleTime: 0,
  });
}

/** Places to make a region of, by the beginning of their names. */
export function placesQuery(searchText: string) {
  return queryOptions({
    queryKey: ["places", searchText],
    queryFn: ({ signal }) => call("get", "/api/v1/Regions/places", { query: { searchText }, signal }),
    staleTime: Infinity,
  });
}
