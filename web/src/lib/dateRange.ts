// A first and a last day, as filters want them: both count.
import { m } from "@/i18n";

export interface DateRange {
  /** "2025-03-01" */
  startDate: string;
  endDate: string;
}

export type DateRangeFaults = Partial<Record<keyof DateRange, string>>;

/** Whether it is a day that exists, written as forms and the wire write it. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether both days have to be there, or a range without one is open at that end. */
export type DateRangeEnds = "closed" | "open";

/** What is wrong with a range, by field. Days written this way compare like texts. */
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
