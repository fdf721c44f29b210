// What the pages of organization types ask the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema";
import { activeOf, pageOf, type FilteredList } from "@/areas/admin/lists/listQuery";

export type Organization = components["schemas"]["Organization"];

/** What every change of an organization type makes outdated: also the choices of forms. */
export const ORGANIZATIONS = ["organizations"] as const;

export function organizationListQuery(list: FilteredList) {
  // The list is sorted by what its page offers, which is what the call takes.
  const query = { ...pageOf(list), ...activeOf(list) } as QueryOf<"/api/v1/Organizations">;
  return queryOptions({
    queryKey: [...ORGANIZATIONS, "list", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Organizations", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function organizationQuery(id: string) {
  return queryOptions({
    queryKey: [...ORGANIZATIONS, "one", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Organizations/{id}", { path: { id }, signal }),
    staleTime: 0,
  });
}
