// Periods and changes in words.
import { m } from "@/i18n";
import type { DateRange } from "@/lib/dateRange";
import { formatCalendarDate } from "@/lib/dates";
import { formatChange, formatMoney } from "@/lib/money";

export function periodInWords({ startDate, endDate }: DateRange, isAsOf: boolean): string {
  const [start, end] = [formatCalendarDate(startDate), formatCalendarDate(endDate)];
  if (isAsOf) return m.reports_as_of({ day: end });
  return startDate === endDate ? end : m.reports_days({ start, end });
}

/** What an amount was before, and by how much it has changed. */
export function comparison(amount: number | undefined, before: number | undefined): string | undefined {
  if (amount === undefined || before === undefined) return undefined;
  const earlier = m.reports_before({ amount: formatMoney(before) });
  // Between a gain and a loss there is no share that says anything.
  return before > 0 && amount >= 0 ? `${earlier} (${formatChange((amount - before) / before)})` : earlier;
}
