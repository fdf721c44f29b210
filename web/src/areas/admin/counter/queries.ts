import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import type { components } from "@/api/schema";

export type CounterSettings = components["schemas"]["VersionedCounterSettings"];

/** What clerks of a shop may do before a manager looks. */
export function counterSettingsQuery(vendorId: string) {
  return queryOptions({
    queryKey: ["vendors", "counter-settings", vendorId],
    queryFn: ({ signal }) =>
      call("get", "/api/v1/Vendors/{id}/counter-settings", { path: { id: vendorId }, signal }),
  });
}
