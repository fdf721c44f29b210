import { m } from "@/i18n";

// Recognizes business numbers: the revenue agency's nine digits with a check digit, optionally with
// program and account, or Quebec's ten digits.

type BusinessNumberKind = "revenue" | "quebec" | "misspelt" | "unknown";

const revenue = /^(\d{9})(?:(R[CEMPRTZ])(\d{4}))?$/;
/** Companies, individuals, partnerships and others have different prefixes. */
const quebec = /^(?:11|22|33|88)\d{8}$/;

/** Returns `undefined` for an empty text. */
export function recognised(text: string): { kind: BusinessNumberKind; number: string } | undefined {
  const number = text.replaceAll(/[\s-]/g, "").toUpperCase();
  if (number === "") return undefined;
  if (quebec.test(number)) return { kind: "quebec", number };
  const [, digits, program, account] = revenue.exec(number) ?? [];
  if (digits === undefined) return { kind: "unknown", number };
  const spelt = [digits.match(/.{3}/g)?.join("\u00A0"), program, account].filter(Boolean).join("\u00A0");
  return { kind: hasCheckDigit(digits) ? "revenue" : "misspelt", number: spelt };
}

/**
 * Whether the Luhn check digit is right: every second digit from the end is doubled and its digits
 * added; the sum must end in zero.
 */
function hasCheckDigit(digits: string): boolean {
  const values = Array.from(digits, Number).toReversed();
  const sum = values.reduce((total, value, place) => {
    const doubled = value * 2 > 9 ? value * 2 - 9 : value * 2;
    return total + (place % 2 === 1 ? doubled : value);
  }, 0);
  return sum % 10 === 0;
}

const hints: Record<BusinessNumberKind, (inputs: { number: string }) => string> = {
  revenue: m.field_business_number_revenue,
  quebec: m.field_business_number_quebec,
  misspelt: m.field_business_number_misspelt,
  unknown: m.field_business_number_unknown,
};

/** Returns the recognized kind of a business number as a hint. */
export function hintOf(text: string): string | undefined {
  const found = recognised(text);
  return found && hints[found.kind]({ number: found.number });
}
