// Date range of a filter: first and last day, both included.
import { m } from "@/i18n";

export interface DateRange {
  /** For example "2025-03-01". */
  startDate: string;
  endDate: string;
}

type DateRangeFaults = Partial<Record<keyof DateRange, string>>;

/** Whether the text is an existing date in the format of forms and of the API. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether a range needs both days, or may be open at either end. */
export type DateRangeEnds = "closed" | "open";

/** Returns the errors of a range, by field. Dates in this format compare as strings. */
export function faultsOf({ startDate, endDate }: DateRange, ends: DateRangeEnds = "closed"): DateRangeFaults {
  const faults: DateRangeFaults = {};
  const isWrong = (day: string) => !(ends === "open" && day === "") && !isCalendarDate(day);
  if (isWrong(startDate)) faults.startDate = m.kit_date_wrong();
  if (isWrong(endDate)) faults.endDate = m.kit_date_wrong();
  if (!faults.startDate && !faults.endDate && endDate !== "" && startDate > endDate) {
    return { startDate: m.kit_date_start_late(), endDate: m.kit_date_end_early() };
  }
  return faults;
}

export function isSound(range: DateRange, ends?: DateRangeEnds): boolean {
  return Object.keys(faultsOf(range, ends)).length === 0;
}
