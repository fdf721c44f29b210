import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import type { components } from "@/api/schema";

export type Till = components["schemas"]["Till"];
export type ClerkPin = components["schemas"]["ClerkPin"];

/** All that is known of tills and PINs: after a change it is read again. */
export const TILLS = ["tills"];

export function tillsQuery(tenantId: string) {
  return queryOptions({
    queryKey: [...TILLS, "list", tenantId],
    queryFn: ({ signal }) => call("get", "/api/v1/Tills", { query: { tenantId }, signal }),
  });
}

export function tenantPinsQuery(tenantId: string) {
  return queryOptions({
    queryKey: [...TILLS, "pins", tenantId],
    queryFn: ({ signal }) => call("get", "/api/v1/Tills/pins", { query: { tenantId }, signal }),
  });
}
