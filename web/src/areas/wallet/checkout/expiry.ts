// Expiration date of a payment card, as typed or as filled in by a browser: "12/27", "12/2027", "1227" or "2027-12".
interface Expiry {
  /** Month as typed; empty if missing. */
  month: string;
  /** Year in four digits, or the digits typed so far. */
  year: string;
}

const YEAR_DIGITS = 4;

/** Whether the parts are a year and then a month, as in the value of a `month` control, which some browsers fill in. */
function isYearFirst([year = "", month = "", ...others]: readonly string[]): boolean {
  return /^20\d\d$/.test(year) && /^\d\d?$/.test(month) && others.length === 0;
}

/** Splits digits that were typed without a divider. A month that begins with a digit above 1 has only that digit. */
function splitDigits(digits: string): [month: string, year: string] {
  const isShort = digits.length > 1 && /^[2-9]/.test(digits);
  return isShort ? [`0${digits[0]}`, digits.slice(1)] : [digits.slice(0, 2), digits.slice(2)];
}

/** Formats typed, pasted or filled in text as "MM/YY" or "MM/YYYY". */
export function shapeExpiry(text: string): string {
  const parts = text.split(/\D+/).filter(Boolean);
  const [first = "", ...others] = isYearFirst(parts) ? parts.toReversed() : parts;
  const isDivided = first !== "" && first.length <= 2 && /\d\D/.test(text);
  const [month, year] = isDivided
    ? [first.padStart(2, "0"), others.join("")]
    : splitDigits([first, ...others].join(""));
  return isDivided || year !== "" ? `${month}/${year.slice(0, YEAR_DIGITS)}` : month;
}

/** Splits formatted text into month and year. Cards print only two digits of the year. */
export function expiryOf(text: string): Expiry {
  const [month = "", year = ""] = text.trim().split("/");
  return { month, year: year.length === 2 ? `20${year}` : year };
}
