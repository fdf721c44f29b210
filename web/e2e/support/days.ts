// Days as the server tells them: in Toronto, where a day begins hours later than in UTC.
const DAY_MS = 24 * 60 * 60 * 1000;

const toronto = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto" });

/** Returns the day this many days from today, or before today if negative. */
export function dayFromToday(days: number): string {
  return toronto.format(Date.now() + days * DAY_MS);
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, "2026-01-31".length);

/** Returns the first and the last day of the month before today's. */
export function lastMonth(): [first: string, last: string] {
  const [year = 0, month = 0] = dayFromToday(0).split("-").map(Number);
  return [dayOf(Date.UTC(year, month - 2, 1)), dayOf(Date.UTC(year, month - 1, 0))];
}
