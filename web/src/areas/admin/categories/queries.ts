// What the pages of categories ask the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema";
import { activeOf, pageOf, type FilteredList } from "@/areas/admin/lists/listQuery";

/** Its name is its `text`, as select boxes want it. */
export type Category = components["schemas"]["Category"];

/** What every change of a category makes outdated: also the choices of forms. */
export const CATEGORIES = ["categories"] as const;

export function categoryListQuery(list: FilteredList) {
  // The list is sorted by what its page offers, which is what the call takes.
  const query = { ...pageOf(list), ...activeOf(list) } as QueryOf<"/api/v1/Categories">;
  return queryOptions({
    queryKey: [...CATEGORIES, "list", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Categories", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function categoryQuery(id: string) {
  return queryOptions({
    queryKey: [...CATEGORIES, "one", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Categories/{id}", { path: { id }, signal }),
    staleTime: 0,
  });
}
