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

/** What is wrong with a range, by field. Days written this way compare like texts. */
export function faultsOf({ startDate, endDate }: DateRange): DateRangeFaults {
  const faults: DateRangeFaults = {};
  if (!isCalendarDate(startDate)) faults.startDate = m.kit_date_wrong();
  if (!isCalendarDate(endDate)) faults.endDate = m.kit_date_wrong();
  if (!faults.startDate && !faults.endDate && startDate > endDate) {
    return { startDate: m.kit_date_start_late(), endDate: m.kit_date_end_early() };
  }
  return faults;
}

export function isSound(range: DateRange): boolean {
  return Object.keys(faultsOf(range)).length === 0;
}
