// Formats dates and times for reading. Business days are those of Toronto, wherever the user is.
import { getLanguageTag, getLocale } from "@/i18n";

export const businessTimeZone = "America/Toronto";

const formatters: Record<string, Intl.DateTimeFormat> = {};

/**
 * Cached, because creating a formatter takes far longer than using it: a table has a hundred dates.
 */
function formatterOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return (formatters[language + JSON.stringify(options)] ??= new Intl.DateTimeFormat(language, options));
}

export function formatIn(timeZone: string, date: Date, options: Intl.DateTimeFormatOptions): string {
  const words = formatterOf(getLanguageTag(), { ...options, timeZone }).format(date);
  // Québec writes the hour without a leading zero: "4 h 58".
  return getLocale() === "fr" ? words.replace(/\b0(?=\d\sh\b)/, "") : words;
}

/** Replaces blanks so that the text never breaks. */
function unbroken(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}

/** Formats the day of a timestamp in Toronto: "Mar 5, 2025". */
export function formatDay(moment: string): string {
  return unbroken(formatIn(businessTimeZone, new Date(moment), { dateStyle: "medium" }));
}

/**
 * Formats day and time of a timestamp in Toronto: "Mar 5, 2025, 3:04 p.m.". A line may break only
 * between the two.
 */
export function formatMoment(moment: string): string {
  const words = formatIn(businessTimeZone, new Date(moment), { dateStyle: "medium", timeStyle: "short" });
  return unbroken(words).replace(/(.*,)\u00a0/, "$1 ");
}

/** Formats the time of a timestamp in Toronto: "3:04 p.m.". */
export function formatTime(moment: string): string {
  return formatIn(businessTimeZone, new Date(moment), { timeStyle: "short" });
}

/** Formats a calendar date ("2025-03-05") as "March 5, 2025". */
export function formatCalendarDate(date: string): string {
  const words = unbroken(formatIn("UTC", new Date(`${date}T00:00:00Z`), { dateStyle: "long" }));
  // French writes the first of a month as an ordinal, which `Intl` doesn't.
  return getLocale() === "fr" ? words.replace(/^1(?=\D)/, "1er") : words;
}

/** Formats a calendar date in short: "Mar 5, 2025". */
export function formatCalendarDay(date: string): string {
  return unbroken(formatIn("UTC", new Date(`${date}T00:00:00Z`), { dateStyle: "medium" }));
}

/** Formats a calendar month ("2025-03") as "March 2025". */
export function formatMonth(month: string): string {
  return unbroken(formatIn("UTC", new Date(`${month}-01T00:00:00Z`), { month: "long", year: "numeric" }));
}

/** Returns the calendar date in Toronto, in the format of forms and of the API: "2025-03-05". */
export function businessDateOf(moment: Date): string {
  const parts = formatterOf("en-CA", {
    timeZone: businessTimeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value;
  return `${part("year")}-${part("month")}-${part("day")}`;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a text is a timestamp in the API's format. */
export function isMoment(text: string): boolean {
  return MOMENT.test(text);
}

/**
 * Formats a timestamp in Toronto time for files: it sorts as text, and spreadsheets read it as a
 * date.
 */
export function businessMomentOf(moment: string): string {
  const time = formatterOf("en-GB", {
    timeZone: businessTimeZone,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).format(new Date(moment));
  return `${businessDateOf(new Date(moment))} ${time}`;
}

/** Returns today's date in Toronto. */
export function businessToday(): string {
  return businessDateOf(new Date());
}

/** Returns the first and last day of a date's month: the default range of reports. */
export function monthAround(date: string): { startDate: string; endDate: string } {
  const [year = 0, month = 0] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const prefix = date.slice(0, "2025-03".length);
  return { startDate: `${prefix}-01`, endDate: `${prefix}-${String(lastDay).padStart(2, "0")}` };
}

/** Returns the current month in the business time zone. */
export const thisMonth = () => monthAround(businessToday());
