// A separate file, because only wallets need it.
import { getLocale } from "@/i18n";
import { businessTimeZone, formatDay, formatIn } from "@/lib/dates";

const ENGLISH_ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** Formats the day of a card's last transaction: "Mar, 5th 2025"; in French like any other day. */
export function formatRecentDay(moment: string): string {
  const date = new Date(moment);
  if (getLocale() === "fr") return formatDay(moment);
  const part = (options: Intl.DateTimeFormatOptions) => formatIn(businessTimeZone, date, options);
  const day = Number(part({ day: "numeric" }));
  const ending = ENGLISH_ENDINGS[new Intl.PluralRules("en", { type: "ordinal" }).select(day)] ?? "th";
  return `${part({ month: "short" }).replace(".", "")}, ${day}${ending} ${part({ year: "numeric" })}`;
}
