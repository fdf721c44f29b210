// What the pages of vendors ask the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema";
import { pageOf, stateOf, type FilteredList } from "@/areas/admin/lists/listQuery";
import { TENANT_STATES } from "@/areas/admin/tenants/values";

export type Vendor = components["schemas"]["VendorDetail"];
export type VendorItem = components["schemas"]["VendorItem"];

/** What every change of a vendor makes outdated: also what visitors see of it. */
export const VENDORS = ["vendors"] as const;

export function vendorListQuery(list: FilteredList) {
  // The list is sorted by what its page offers, which is what the call takes.
  const query = { ...pageOf(list), ...stateOf(list, TENANT_STATES) } as QueryOf<"/api/v1/Vendors">;
  return queryOptions({
    queryKey: [...VENDORS, "list", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Vendors", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function vendorQuery(id: string) {
  return queryOptions({
    queryKey: [...VENDORS, "one", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Vendors/{id}", { path: { id }, signal }),
    staleTime: 0,
  });
}
