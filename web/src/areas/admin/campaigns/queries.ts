// What the pages of campaigns ask the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema";
import { activeOf, pageOf, type FilteredList } from "@/areas/admin/lists/listQuery";

export type Campaign = components["schemas"]["Campaign"];

/** What every change of a campaign makes outdated: also what visitors see of it. */
export const CAMPAIGNS = ["campaigns"] as const;

export function campaignListQuery(charityId: string, list: FilteredList) {
  // The list is sorted by what its page offers, which is what the call takes.
  const query = { charityId, ...pageOf(list), ...activeOf(list) } as QueryOf<"/api/v1/Charities/campaigns">;
  return queryOptions({
    queryKey: [...CAMPAIGNS, "list", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Charities/campaigns", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "one", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Charities/campaigns/{id}", { path: { id }, signal }),
    staleTime: 0,
  });
}
