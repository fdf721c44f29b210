// What the homes of vendors and charities ask the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { collection } from "@/areas/admin/kit/calls";
import type { DateRange } from "@/lib/dateRange";

export type Takeover = components["schemas"]["Takeover"];
export type VendorHome = components["schemas"]["VendorHome"];

export const vendorRecordQuery = collection("/api/v1/Vendors").oneQuery;
export const charityRecordQuery = collection("/api/v1/Charities").oneQuery;

/** What a vendor's home says of some days, and of today. */
export function vendorHomeQuery(tenantId: string, range: DateRange, cardType: number) {
  const query = { tenantId, cardType, ...range };
  return { ...reading("/api/v1/Vendors/home", { query }), placeholderData: keepPreviousData };
}

/** What a vendor has sold in some days. */
export function vendorSummaryQuery(tenantId: string, range: DateRange, cardType: number) {
  const query = { tenantId, cardType, ...range };
  return { ...reading("/api/v1/Vendors/summary", { query }), placeholderData: keepPreviousData };
}

/** Everybody with a role at a vendor: how many they are is enough. */
export function vendorStaffQuery(tenantId: string) {
  return reading("/api/v1/Accounts", { query: { tenantId, pageIndex: 1, pageSize: 1 } });
}

export function vendorTillsQuery(tenantId: string) {
  return reading("/api/v1/Tills", { query: { tenantId } });
}

/** The test card of a vendor, and when one was last redeemed. */
export function testCardQuery(id: string) {
  return reading("/api/v1/Vendors/{id}/test-card", { path: { id } });
}

/** The cards of closing shops that a vendor is asked to take over. */
export function takeoversQuery(id: string) {
  return queryOptions(reading("/api/v1/Vendors/{id}/takeovers", { path: { id } }));
}

/** The poster of a vendor as a screen shows it. */
export function posterPreviewQuery(id: string, language: "en" | "fr") {
  const { queryKey, queryFn } = reading("/api/v1/Vendors/{id}/poster", {
    path: { id },
    query: { format: "preview", language },
  });
  return { queryKey, queryFn };
}

/** What a vendor or a charity is paid next. */
export function nextPayoutQuery(tenantId: string) {
  return reading("/api/v1/Payouts/next", { query: { tenantId } });
}

/** What a charity's home says of some days, and of today. */
export function charityHomeQuery(tenantId: string, range: DateRange) {
  const query = { tenantId, ...range };
  return { ...reading("/api/v1/Charities/home", { query }), placeholderData: keepPreviousData };
}
