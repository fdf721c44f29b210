// What the pages of charities ask the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema";
import { pageOf, stateOf, type FilteredList } from "@/areas/admin/lists/listQuery";
import { TENANT_STATES } from "@/areas/admin/tenants/values";

export type Charity = components["schemas"]["CharityDetail"];
export type CharityItem = components["schemas"]["CharityItem"];

/** What every change of a charity makes outdated: also what visitors see of it. */
export const CHARITIES = ["charities"] as const;

export function charityListQuery(list: FilteredList) {
  // The list is sorted by what its page offers, which is what the call takes.
  const query = { ...pageOf(list), ...stateOf(list, TENANT_STATES) } as QueryOf<"/api/v1/Charities">;
  return queryOptions({
    queryKey: [...CHARITIES, "list", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Charities", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function charityQuery(id: string) {
  return queryOptions({
    queryKey: [...CHARITIES, "one", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Charities/{id}", { path: { id }, signal }),
    staleTime: 0,
  });
}
