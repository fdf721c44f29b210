import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { DateRange } from "@/lib/dateRange";

export interface DaysFilter {
  range: DateRange;
  /** Card type; 0 means all. */
  cardType?: number;
  /** Vendor or charity; absent for all. */
  tenantId?: string | undefined;
}

/** Reads the activity of each day. */
export function daysQuery({ range, cardType = 0, tenantId }: DaysFilter) {
  const query = {
    ...range,
    ...(cardType !== 0 && { cardType }),
    ...(tenantId !== undefined && { tenantId }),
  };
  return { ...reading("/api/v1/Report/days", { query }), placeholderData: keepPreviousData };
}
