// Queries of the homes of vendors and charities.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { collection } from "@/areas/portal/kit/calls";
import type { DateRange } from "@/lib/dateRange";

export type Takeover = components["schemas"]["Takeover"];
export type VendorHome = components["schemas"]["VendorHome"];

export const vendorRecordQuery = collection("/api/v1/Vendors").oneQuery;
export const charityRecordQuery = collection("/api/v1/Charities").oneQuery;

/** Query for a vendor's figures of a period and of today. */
export function vendorHomeQuery(tenantId: string, range: DateRange, cardType: number) {
  const query = { tenantId, cardType, ...range };
  return { ...reading("/api/v1/Vendors/home", { query }), placeholderData: keepPreviousData };
}

/** Query for a vendor's sales in a period. */
export function vendorSummaryQuery(tenantId: string, range: DateRange, cardType: number) {
  const query = { tenantId, cardType, ...range };
  return { ...reading("/api/v1/Vendors/summary", { query }), placeholderData: keepPreviousData };
}

/** Query for the number of people with a role at a vendor. */
export function vendorStaffQuery(tenantId: string) {
  return reading("/api/v1/Accounts", { query: { tenantId, pageIndex: 1, pageSize: 1 } });
}

export function vendorTillsQuery(tenantId: string) {
  return reading("/api/v1/Tills", { query: { tenantId } });
}

/** The cards of closing shops that a vendor is asked to take over. */
export function takeoversQuery(id: string) {
  return queryOptions(reading("/api/v1/Vendors/{id}/takeovers", { path: { id } }));
}

/** Query for a vendor's poster in screen resolution. */
export function posterPreviewQuery(id: string, language: "en" | "fr") {
  const { queryKey, queryFn } = reading("/api/v1/Vendors/{id}/poster", {
    path: { id },
    query: { format: "preview", language },
  });
  return { queryKey, queryFn };
}

/** Query for a charity's figures of a period and of today. */
export function charityHomeQuery(tenantId: string, range: DateRange) {
  const query = { tenantId, ...range };
  return { ...reading("/api/v1/Charities/home", { query }), placeholderData: keepPreviousData };
}
