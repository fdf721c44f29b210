// The amounts that a shop sells cards of, as the wire writes them: "Amount25,Amount50", or "0" for none. Beside them a shop may sell
// any whole amount within limits of its own: "10-200".

import { formatPriceRange } from "./money";

/** In dollars. */
export const OFFERED_AMOUNTS = [25, 50, 75, 100] as const;

const NONE = "0";

/** Ascending, whatever order they come in. */
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

/** Limits of a shop's other amounts in dollars, both included. */
export interface CustomAmounts {
  from: number;
  to: number;
}

/** The smallest and the largest limit that a shop may set. */
export const MIN_CUSTOM_AMOUNT = 5;
export const MAX_CUSTOM_AMOUNT = 500;

/** Undefined where only the fixed amounts are sold, and for what are no limits. */
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

/** All amounts from the least to the most that a shop sells; of custom ones the limits. */
export function priceRangeOf(offer: Offer): number[] {
  const custom = customAmountsOf(offer.customAmount);
  const limits = custom ? [custom.from, custom.to] : [];
  return [...amountsOf(offer.amount), ...limits].toSorted((a, b) => a - b);
}

/** Limits such as "10-200" as prices; empty for what are no limits. */
export function customRangeOf(limits: string): string {
  const custom = customAmountsOf(limits);
  return custom ? formatPriceRange([custom.from, custom.to]) : "";
}
