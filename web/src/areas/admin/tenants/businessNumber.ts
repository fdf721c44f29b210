import { m } from "@/i18n";

// What a business number is recognised as: the revenue agency's nine digits, the last of which checks the others, with or
// without the program and account behind them; or Quebec's ten.

type BusinessNumberKind = "revenue" | "quebec" | "misspelt" | "unknown";

const revenue = /^(\d{9})(?:(R[CEMPRTZ])(\d{4}))?$/;
/** Companies, persons, partnerships and others each have a beginning of their own. */
const quebec = /^(?:11|22|33|88)\d{8}$/;

/** `undefined` while nothing is written. */
export function recognised(text: string): { kind: BusinessNumberKind; number: string } | undefined {
  const number = text.replaceAll(/[\s-]/g, "").toUpperCase();
  if (number === "") return undefined;
  if (quebec.test(number)) return { kind: "quebec", number };
  const [, digits, program, account] = revenue.exec(number) ?? [];
  if (digits === undefined) return { kind: "unknown", number };
  const spelt = [digits.match(/.{3}/g)?.join("\u00A0"), program, account].filter(Boolean).join("\u00A0");
  return { kind: hasCheckDigit(digits) ? "revenue" : "misspelt", number: spelt };
}

/** Every second digit from the end counts twice, its digits added up; the sum ends in zero. */
function hasCheckDigit(digits: string): boolean {
  const values = Array.from(digits, Number).toReversed();
  const sum = values.reduce((total, value, place) => {
    const doubled = value * 2 > 9 ? value * 2 - 9 : value * 2;
    return total + (place % 2 === 1 ? doubled : value);
  }, 0);
  return sum % 10 === 0;
}

const said: Record<BusinessNumberKind, (inputs: { number: string }) => string> = {
  revenue: m.field_business_number_revenue,
  quebec: m.field_business_number_quebec,
  misspelt: m.field_business_number_misspelt,
  unknown: m.field_business_number_unknown,
};

/** What a business number is recognised as, in words. */
export function hintOf(text: string): string | undefined {
  const found = recognised(text);
  return found && said[found.kind]({ number: found.number });
}
