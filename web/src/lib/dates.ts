// Moments and business days as people read them. A business day is one of Toronto, wherever the reader sits.
import { getLanguageTag, getLocale } from "@/i18n";

export const businessTimeZone = "America/Toronto";

const formatters: Record<string, Intl.DateTimeFormat> = {};

/** Kept, because to make one takes far longer than to use it: a table has a hundred dates. */
function formatterOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return (formatters[language + JSON.stringify(options)] ??= new Intl.DateTimeFormat(language, options));
}

export function formatIn(timeZone: string, date: Date, options: Intl.DateTimeFormatOptions): string {
  const words = formatterOf(getLanguageTag(), { ...options, timeZone }).format(date);
  // In Québec the hour is written without a zero before it: "4 h 58".
  return getLocale() === "fr" ? words.replace(/\b0(?=\d\sh\b)/, "") : words;
}

/** On one line, wherever it stands. */
function unbroken(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}

/** The day in Toronto on which a moment fell: "Mar 5, 2025". */
export function formatDay(moment: string): string {
  return unbroken(formatIn(businessTimeZone, new Date(moment), { dateStyle: "medium" }));
}

/** Day and time of a moment in Toronto: "Mar 5, 2025, 3:04 p.m.". A line may break between the two, and within neither. */
export function formatMoment(moment: string): string {
  const words = formatIn(businessTimeZone, new Date(moment), { dateStyle: "medium", timeStyle: "short" });
  return unbroken(words).replace(/(.*,)\u00a0/, "$1 ");
}

/** The time of a moment in Toronto: "3:04 p.m.". */
export function formatTime(moment: string): string {
  return formatIn(businessTimeZone, new Date(moment), { timeStyle: "short" });
}

/** A calendar date without time ("2025-03-05") in words: "March 5, 2025". */
export function formatCalendarDate(date: string): string {
  const words = unbroken(formatIn("UTC", new Date(`${date}T00:00:00Z`), { dateStyle: "long" }));
  // French reads the first of a month as an ordinal, which Intl leaves to the writer.
  return getLocale() === "fr" ? words.replace(/^1(?=\D)/, "1er") : words;
}

/** The same where there is little room: "Mar 5, 2025". */
export function formatCalendarDay(date: string): string {
  return unbroken(formatIn("UTC", new Date(`${date}T00:00:00Z`), { dateStyle: "medium" }));
}

/** A calendar month ("2025-03") in words: "March 2025". */
export function formatMonth(month: string): string {
  return unbroken(formatIn("UTC", new Date(`${month}-01T00:00:00Z`), { month: "long", year: "numeric" }));
}

/** The calendar date in Toronto, as forms and the wire write it: "2025-03-05". */
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

/** Whether a text is a moment as the wire writes it. */
export function isMoment(text: string): boolean {
  return MOMENT.test(text);
}

/** A moment by Toronto's clocks, as files keep it: sorted as text it is sorted by time, and spreadsheets read it as a date. */
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

/** The calendar date in Toronto right now. */
export function businessToday(): string {
  return businessDateOf(new Date());
}

/** First and last day of the month of a business date: what a report shows before anyone chooses. */
export function monthAround(date: string): { startDate: string; endDate: string } {
  const [year = 0, month = 0] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const prefix = date.slice(0, "2025-03".length);
  return { startDate: `${prefix}-01`, endDate: `${prefix}-${String(lastDay).padStart(2, "0")}` };
}
