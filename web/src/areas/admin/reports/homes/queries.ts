// What the homes of vendors and charities ask the server.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import { collection } from "@/areas/admin/kit/calls";
import type { DateRange } from "@/lib/dateRange";

export const vendorRecordQuery = collection("/api/v1/Vendors").oneQuery;
export const charityRecordQuery = collection("/api/v1/Charities").oneQuery;

/** What a vendor has sold in some days. */
export function vendorSummaryQuery(tenantId: string, range: DateRange, cardType: number) {
  const query = { tenantId, cardType, ...range };
  return { ...reading("/api/v1/Vendors/summary", { query }), placeholderData: keepPreviousData };
}

/** What a vendor has ever sold, and what is on all of its cards now. */
export function vendorEverQuery(tenantId: string) {
  return reading("/api/v1/Vendors/summary", { query: { tenantId } });
}

/** Everybody with a role at a vendor: how many they are is enough. */
export function vendorStaffQuery(tenantId: string) {
  return reading("/api/v1/Accounts", { query: { tenantId, pageIndex: 1, pageSize: 1 } });
}

/** What was ever raised for a charity. */
export function charityEverQuery(tenantId: string) {
  return reading("/api/v1/Report/charity", { query: { tenantId, pageIndex: 1, pageSize: 1 } });
}

/** A charity runs few campaigns at a time. */
const MOST_CAMPAIGNS = 100;

/** Its campaigns that nobody has switched off, those that end first in front. */
export function activeCampaignsQuery(charityId: string) {
  const query = {
    charityId,
    isActive: true,
    pageSize: MOST_CAMPAIGNS,
    orderBy: "endDate" as const,
    direction: "Asc" as const,
  };
  return reading("/api/v1/Charities/campaigns", { query });
}
