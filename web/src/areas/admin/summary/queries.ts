import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { DateRange } from "@/lib/dateRange";

interface SummaryFilter extends DateRange {
  vendorId: string;
  /** 0 stands for all. */
  cardType: number;
}

/** What a vendor has sold in some days, in four figures. */
export function vendorSummaryQuery({ vendorId, ...filter }: SummaryFilter) {
  const query = { tenantId: vendorId, ...filter };
  return queryOptions({
    ...reading("/api/v1/Vendors/summary", { query }),
    placeholderData: keepPreviousData,
  });
}
