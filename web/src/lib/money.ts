// Dollars as people read them: "$25", "25 $". Amounts come from the server as exact dollars and cents; nothing is computed here.
import { getLanguageTag } from "@/i18n";

function format(dollars: number, fractionDigits: 0 | 2): string {
  return new Intl.NumberFormat(getLanguageTag(), {
    style: "currency",
    currency: "CAD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(dollars);
}

/** With both decimals, as money on a card or in a table is shown: "$12.50". */
export function formatMoney(dollars: number): string {
  return format(dollars, 2);
}

/** A price that is a whole number of dollars without its zeros: "$25". Any other keeps both decimals. */
export function formatPrice(dollars: number): string {
  return format(dollars, Number.isInteger(dollars) ? 0 : 2);
}

/** A share in whole percent: "10%", "10 %". */
export function formatPercent(percent: number): string {
  return new Intl.NumberFormat(getLanguageTag(), { style: "percent" }).format(percent / 100);
}
