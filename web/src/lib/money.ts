// Dollars as people read them: "$25", "25 $". Amounts come from the server as exact dollars and cents; nothing is computed here.
import { getLanguageTag } from "@/i18n";

function formatter(fractionDigits: 0 | 2): Intl.NumberFormat {
  return new Intl.NumberFormat(getLanguageTag(), {
    style: "currency",
    currency: "CAD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

/** With both decimals, as money on a card or in a table is shown: "$12.50". */
export function formatMoney(dollars: number): string {
  return formatter(2).format(dollars);
}

/** A price that is a whole number of dollars without its zeros: "$25". Any other keeps both decimals. */
export function formatPrice(dollars: number): string {
  return formatter(Number.isInteger(dollars) ? 0 : 2).format(dollars);
}

/** From the least to the most of several whole prices: "$25 – $100", "25–100 $". */
export function formatPriceRange(ascending: readonly number[]): string {
  const [least, most] = [ascending.at(0), ascending.at(-1)];
  if (least === undefined || most === undefined) return "";
  return least === most ? formatPrice(least) : formatter(0).formatRange(least, most);
}

/** A share in percent, whole unless more digits are asked for: "10%", "10 %". */
export function formatPercent(percent: number, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(getLanguageTag(), { style: "percent", maximumFractionDigits }).format(
    percent / 100,
  );
}

/** How much something has changed, as a share of what it was: "+12%", "−4 %". */
export function formatChange(share: number): string {
  return new Intl.NumberFormat(getLanguageTag(), { style: "percent", signDisplay: "exceptZero" }).format(
    share,
  );
}
