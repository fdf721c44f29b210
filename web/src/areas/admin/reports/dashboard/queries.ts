// What the dashboard asks the server.
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema.d";
import type { DateRange } from "@/lib/dateRange";

export type VendorRow = components["schemas"]["VendorSummaryRow"];

const ROWS_AT_ONCE = 1000;

/** All vendors with what they have sold on these days: no page of them says which has sold most. */
export function allVendorsQuery(range: DateRange, cardType: number) {
  const path = "/api/v1/Report/vendors";
  const query = { ...range, ...(cardType !== 0 && { cardType }) };
  return queryOptions({
    queryKey: [...keyOf(path, { query }), "all"],
    queryFn: ({ signal }) => {
      // One after the other, so that nobody else has to wait for a long report.
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
