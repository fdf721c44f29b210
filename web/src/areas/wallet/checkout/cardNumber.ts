// Payment card numbers: detects the brand, validates and formats them.
import { inFours } from "@/features/card/cardText";

interface CardBrand {
  name: string;
  /** Matches a number of this brand as soon as enough digits are typed. */
  start: RegExp;
  /** Matches a complete number. */
  whole: RegExp;
}

/** In order of precedence: the first brand whose `start` matches wins. */
const cardBrands: readonly CardBrand[] = [
  { name: "Visa", start: /^4/, whole: /^4\d{12}(\d{3})?$/ },
  {
    name: "Mastercard",
    start: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    whole: /^(5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  },
  { name: "American Express", start: /^3[47]/, whole: /^3[47]\d{13}$/ },
  { name: "Discover", start: /^(6011|64[4-9]|65)/, whole: /^6(011|4[4-9]\d|5\d{2})\d{12}$/ },
  { name: "Diners Club", start: /^3(0[0-5]|[68])/, whole: /^3(0[0-5]\d{11}|[68]\d{12})$/ },
  { name: "JCB", start: /^(2131|1800|35)/, whole: /^((2131|1800)\d{11}|35\d{14})$/ },
];

const MAX_DIGITS = 16;

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}

/** Groups the digits by four, as printed on cards. Drops other characters and surplus digits. */
export function groupByFours(text: string): string {
  return inFours(digitsOf(text).slice(0, MAX_DIGITS));
}

export function brandOf(text: string): string | undefined {
  const digits = digitsOf(text);
  return cardBrands.find(({ start }) => start.test(digits))?.name;
}

/** Checks the Luhn check digit. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}

export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  return cardBrands.some(({ whole }) => whole.test(digits)) && passesLuhn(digits);
}
