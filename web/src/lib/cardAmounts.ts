// Amounts of the cards that a shop sells, in the API's format: "Amount25,Amount50", or "0" for
// none. A shop may also sell any whole amount within limits: "10-200".

import { formatPriceRange } from "./money";

/** In dollars. */
export const OFFERED_AMOUNTS = [25, 50, 75, 100] as const;

const NONE = "0";

/** Returns the amounts in ascending order. */
export function amountsOf(labels: string): number[] {
  const amounts = labels
    .split(",")
    .map((label) => Number(label.trim().replace(/^Amount/i, "")))
    .filter((amount) => Number.isInteger(amount) && amount > 0);
  return [...new Set(amounts)].toSorted((a, b) => a - b);
}

export function labelsOf(amounts: readonly number[]): string {
  const labels = amounts.toSorted((a, b) => a - b).map((amount) => `Amount${amount}`);
  return labels.join(",") || NONE;
}

/** Limits of a shop's custom amounts in dollars, both included. */
export interface CustomAmounts {
  from: number;
  to: number;
}

/** Minimum and maximum of the limits that a shop may set. */
export const MIN_CUSTOM_AMOUNT = 5;
export const MAX_CUSTOM_AMOUNT = 500;

/**
 * Returns the limits, or `undefined` if the shop sells only fixed amounts or the limits are
 * invalid.
 */
export function customAmountsOf(limits: string | null | undefined): CustomAmounts | undefined {
  const [, from = "", to = ""] = /^(\d+)-(\d+)$/.exec(limits ?? "") ?? [];
  const isInOrder =
    MIN_CUSTOM_AMOUNT <= Number(from) && Number(from) <= Number(to) && Number(to) <= MAX_CUSTOM_AMOUNT;
  return isInOrder ? { from: Number(from), to: Number(to) } : undefined;
}

export function isCustomAmount(amount: number, custom: CustomAmounts | undefined): boolean {
  return custom !== undefined && Number.isInteger(amount) && custom.from <= amount && amount <= custom.to;
}

interface Offer {
  amount: string;
  customAmount: string | null;
}

/** Whether a shop sells cards of this amount. */
export function isSold(amount: number, offer: Offer): boolean {
  return (
    amountsOf(offer.amount).includes(amount) || isCustomAmount(amount, customAmountsOf(offer.customAmount))
  );
}

/** Returns the amounts that a shop sells, in ascending order; of custom amounts only the limits. */
export function priceRangeOf(offer: Offer): number[] {
  const custom = customAmountsOf(offer.customAmount);
  const limits = custom ? [custom.from, custom.to] : [];
  return [...amountsOf(offer.amount), ...limits].toSorted((a, b) => a - b);
}

/** Formats limits such as "10-200" as prices; returns an empty string for invalid limits. */
export function customRangeOf(limits: string): string {
  const custom = customAmountsOf(limits);
  return custom ? formatPriceRange([custom.from, custom.to]) : "";
}
