// Values of a chart by day, or by month for long ranges.
import type { components } from "@/api/schema.d";
import type { DateRange } from "@/lib/dateRange";
import { formatIn } from "@/lib/dates";

export type DailyRow = components["schemas"]["DailyReport"]["days"][number];

/** Maximum days shown individually; longer ranges are shown by month. */
const MAX_DAYS = 62;
/**
 * Maximum days of a range shown in full; longer ranges begin and end with the first and last
 * activity.
 */
const MAX_DAYS_WITH_GAPS = 1100;
const DAY_MS = 86_400_000;

interface Span {
  /** First day, also the key. */
  start: string;
  label: string;
  sold: number;
  redeemed: number;
  raised: number;
}

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Adds dollar amounts and rounds to cents, to remove floating point errors. */
const plus = (one: number, other: number) => Math.round((one + other) * 100) / 100;

const countDays = ({ startDate, endDate }: DateRange) =>
  Math.round((timeOf(endDate) - timeOf(startDate)) / DAY_MS) + 1;

/**
 * Returns the days of a range, or its months if there are many days, including those without
 * activity.
 */
export function spansOf(range: DateRange, days: readonly DailyRow[]): Span[] {
  const isByMonth = countDays(range) > MAX_DAYS;
  const isEndless = countDays(range) > MAX_DAYS_WITH_GAPS;
  const startDate = (isEndless && days.at(0)?.day) || range.startDate;
  const endDate = isEndless ? (days.at(-1)?.day ?? startDate) : range.endDate;
  const count = countDays({ startDate, endDate });
  const keyOf = (day: string) => (isByMonth ? `${day.slice(0, "2025-03".length)}-01` : day);
  const format: Intl.DateTimeFormatOptions = isByMonth
    ? { month: "short", year: "numeric" }
    : { month: "short", day: "numeric" };
  const spans = new Map<string, Span>();
  for (let place = 0; place < count; place += 1) {
    const start = keyOf(new Date(timeOf(startDate) + place * DAY_MS).toISOString().slice(0, 10));
    if (spans.has(start)) continue;
    const label = formatIn("UTC", new Date(timeOf(start)), format);
    spans.set(start, { start, label, sold: 0, redeemed: 0, raised: 0 });
  }
  for (const row of days) {
    const span = spans.get(keyOf(row.day));
    if (!span) continue;
    span.sold = plus(span.sold, row.totalPurchasedAmount);
    span.redeemed = plus(span.redeemed, row.totalRedeemedAmount);
    span.raised = plus(span.raised, row.totalFundraising);
  }
  return [...spans.values()];
}
