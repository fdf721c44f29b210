// What somebody means by what they type into the counter's one field.
import { cardCodeIn } from "@/features/counter/scannedText";

const NUMBER_DIGITS = 16;
/** The code of a card as a person types it, without what its QR says before it. */
const BARE_CODE = /^[0-9a-z]{32}$/i;

export type Asked = { code: string } | { search: string };

/** A whole number of a card as it is printed: in fours. Anything else stays as it was typed. */
export function asShown(text: string): string {
  if (!/^[\d ]+$/.test(text)) return text;
  const digits = text.replaceAll(" ", "");
  return digits.length > NUMBER_DIGITS ? text : digits.replaceAll(/\d{4}(?=\d)/g, "$& ");
}

/** A whole number or a code opens its card; part of a number, or a name, is searched for. */
export function asked(text: string): Asked {
  const scanned = cardCodeIn(text);
  if (scanned !== undefined) return { code: scanned };
  const joined = text.replaceAll(/[\s-]/g, "");
  const isWhole = /^\d+$/.test(joined) && joined.length >= NUMBER_DIGITS;
  if (isWhole || BARE_CODE.test(joined)) return { code: joined };
  return { search: /^\d+$/.test(joined) ? joined : text.trim() };
}
