// Queries of the dashboard.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { keyOf, reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import type { DateRange } from "@/lib/dateRange";
import { businessDateOf, businessToday } from "@/lib/dates";

export type VendorRow = components["schemas"]["VendorSummaryRow"];

const QUIET_DAYS = 30;
const DAY_MS = 86_400_000;

/** Returns the period in which a shop without sales is quiet. */
export const quietRange = (): DateRange => ({
  startDate: businessDateOf(new Date(Date.now() - QUIET_DAYS * DAY_MS)),
  endDate: businessToday(),
});

const ROWS_AT_ONCE = 1000;

/**
 * Query for all vendors with their sales. It reads all pages, because the server can't sort by
 * sales.
 */
export function allVendorsQuery(range: DateRange, cardType: number) {
  const path = "/api/v1/Report/vendors";
  const query = { ...range, ...(cardType !== 0 && { cardType }) };
  return queryOptions({
    queryKey: [...keyOf(path, { query }), "all"],
    queryFn: ({ signal }) => {
      // One page at a time, so that a long report doesn't slow the server down for others.
      const from = async (pageIndex: number): Promise<VendorRow[]> => {
        const page = await call("get", path, {
          query: { ...query, pageIndex, pageSize: ROWS_AT_ONCE },
          signal,
        });
        const rest = pageIndex < page.totalPages ? await from(pageIndex + 1) : [];
        return [...page.vendorSummaries, ...rest];
      };
      return from(1);
    },
  });
}

/** Query for gifts by status, payments by outcome, and refunds. */
export function dealingsQuery(range: DateRange, cardType: number) {
  const query = { ...range, ...(cardType !== 0 && { cardType }) };
  return { ...reading("/api/v1/Helpdesk/figures", { query }), placeholderData: keepPreviousData };
}

export const healthQuery = reading("/api/v1/Helpdesk/health");

export const nextPayoutsQuery = reading("/api/v1/Payouts/next");

/** Steps before the shop opens. Empty outside of production. */
export const goLiveQuery = reading("/api/v1/System/go-live");
