// Formats periods and changes.
import { m } from "@/i18n";
import type { DateRange } from "@/lib/dateRange";
import { formatCalendarDate } from "@/lib/dates";
import { formatChange, formatMoney } from "@/lib/money";

export function periodInWords({ startDate, endDate }: DateRange, isAsOf: boolean): string {
  const [start, end] = [formatCalendarDate(startDate), formatCalendarDate(endDate)];
  if (isAsOf) return m.reports_as_of({ day: end });
  return startDate === endDate ? end : m.reports_days({ start, end });
}

/** Formats the earlier amount and the change since. */
export function comparison(amount: number | undefined, before: number | undefined): string | undefined {
  if (amount === undefined || before === undefined) return undefined;
  const earlier = m.reports_before({ amount: formatMoney(before) });
  // A percentage makes sense only if both amounts are positive.
  return before > 0 && amount >= 0 ? `${earlier} (${formatChange((amount - before) / before)})` : earlier;
}
