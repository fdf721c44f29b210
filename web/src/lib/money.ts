// Formats dollars: "$25", "25 $". The server sends exact amounts; nothing is computed here.
import { getLanguageTag } from "@/i18n";

const formatters: Record<string, Intl.NumberFormat> = {};

/** Cached like those of dates: a table has hundreds of amounts. */
function formatterOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const language = getLanguageTag();
  return (formatters[language + JSON.stringify(options)] ??= new Intl.NumberFormat(language, options));
}

function formatter(fractionDigits: 0 | 2): Intl.NumberFormat {
  return formatterOf({
    style: "currency",
    currency: "CAD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

/** Formats an amount with both decimals, for cards and tables: "$12.50". */
export function formatMoney(dollars: number): string {
  return formatter(2).format(dollars);
}

/** Formats a price without decimals if it is whole dollars: "$25". */
export function formatPrice(dollars: number): string {
  return formatter(Number.isInteger(dollars) ? 0 : 2).format(dollars);
}

/** Formats the range of several whole prices: "$25 – $100", "25–100 $". */
export function formatPriceRange(ascending: readonly number[]): string {
  const [least, most] = [ascending.at(0), ascending.at(-1)];
  if (least === undefined || most === undefined) return "";
  return least === most ? formatPrice(least) : formatter(0).formatRange(least, most);
}

/** Formats a share in percent, without decimals by default: "10%", "10 %". */
export function formatPercent(percent: number, maximumFractionDigits = 0): string {
  return formatterOf({ style: "percent", maximumFractionDigits }).format(percent / 100);
}

/** Formats a change relative to the earlier value: "+12%", "−4 %". */
export function formatChange(share: number): string {
  return formatterOf({ style: "percent", signDisplay: "exceptZero" }).format(share);
}
