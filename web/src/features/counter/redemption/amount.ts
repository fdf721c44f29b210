// Amounts typed at the till, on a keyboard or the pad, with a point or a comma. Computed in cents, to avoid rounding errors.
import { m } from "@/i18n";

const MAX_DOLLARS_DIGITS = 10;
const CENTS_DIGITS = 2;
const CENTS_IN_DOLLAR = 100;
const MIN_CENTS = 100;
const MAX_CENTS = 9_999_999_999 * CENTS_IN_DOLLAR;

/** Reduces a text to an amount: "007,5" becomes "7.5". */
export function typedAmount(text: string): string {
  const [whole = "", ...rest] = text
    .replaceAll(",", ".")
    .replaceAll(/[^\d.]/g, "")
    .split(".");
  const dollars = whole.replace(/^0+(?=\d)/, "").slice(0, MAX_DOLLARS_DIGITS);
  if (rest.length === 0) return dollars;
  return `${dollars || "0"}.${rest.join("").slice(0, CENTS_DIGITS)}`;
}

const MINUS = /^\s*[-−–]/;

/** Reads a bill. Keeps a minus, so that "-3" is refused and not taken for 3. */
export function typedBill(text: string): string {
  return MINUS.test(text) ? `-${typedAmount(text)}` : typedAmount(text);
}

/** Converts a typed amount to cents. Returns `undefined` for an empty text. */
export function centsOf(typed: string): number | undefined {
  return typed === "" ? undefined : Math.round(Number(typed) * CENTS_IN_DOLLAR);
}

export function inCents(dollars: number): number {
  return Math.round(dollars * CENTS_IN_DOLLAR);
}

export function inDollars(cents: number): number {
  return cents / CENTS_IN_DOLLAR;
}

/** Formats cents as a person would type them, without needless decimals. */
export function asTyped(cents: number): string {
  const text = (cents / CENTS_IN_DOLLAR).toFixed(CENTS_DIGITS);
  return text.endsWith(".00") ? text.slice(0, -".00".length) : text;
}

/** Effect of a bill on a card: the redeemed amount, the remaining balance, and what the customer still owes. */
interface Charge {
  taken: number;
  left: number;
  owed: number;
}

export function chargeOf(bill: number, balance: number): Charge {
  const taken = Math.min(bill, balance);
  return { taken, left: balance - taken, owed: bill - taken };
}

/** Returns whether the bill is a valid amount: a lone minus is not. */
export function isBill(bill: number | undefined): bill is number {
  return bill !== undefined && bill >= 0;
}

/** Returns the error of a bill, if any. Amounts below a dollar are valid only if they empty the card. */
export function faultOf(bill: number | undefined, balance: number): string | undefined {
  if (bill === undefined) return m.form_required({ field: m.counter_value() });
  if (!isBill(bill)) return m.counter_value_invalid();
  const { taken, left } = chargeOf(bill, balance);
  if (taken < MIN_CENTS && (left > 0 || taken === 0)) return m.counter_value_least();
  return bill > MAX_CENTS ? m.counter_value_most() : undefined;
}

const ROUND_AMOUNTS = [500, 1000, 2000, 5000, 10_000];
const MAX_QUICK = 3;

/** Returns the largest round amounts below the balance. A button for the whole balance is next to them. */
export function quickAmounts(balance: number): number[] {
  return ROUND_AMOUNTS.filter((amount) => amount < balance).slice(-MAX_QUICK);
}

const GROUP = /\B(?=(\d{3})+$)/g;

/** Groups thousands by a narrow space, which can't be mistaken for a decimal mark. */
export function inThousands(typed: string): string {
  const [whole = "", ...cents] = typed.split(".");
  return [whole.replaceAll(GROUP, "\u202f"), ...cents].join(".");
}

const UNLIKELY_TIMES = 3;

/** Returns whether a bill exceeds the balance so far that the decimal point may be missing. */
export function isUnlikely(bill: number, balance: number): boolean {
  return bill > UNLIKELY_TIMES * balance;
}
