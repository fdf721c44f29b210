// Queries of the dashboard.
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema.d";
import type { DateRange } from "@/lib/dateRange";

export type VendorRow = components["schemas"]["VendorSummaryRow"];

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
