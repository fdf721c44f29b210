// Interprets text typed into the search field of the counter.
import { cardCodeIn } from "@/features/counter/lookup/scannedText";

const NUMBER_DIGITS = 16;
/** A card code typed by hand, without the prefix of its QR code. */
const BARE_CODE = /^[0-9a-z]{32}$/i;

export type SearchInput = { code: string } | { search: string };

/** Groups the digits of a card number by four, as printed. Other text stays unchanged. */
export function groupDigits(text: string): string {
  if (!/^[\d ]+$/.test(text)) return text;
  const digits = text.replaceAll(" ", "");
  return digits.length > NUMBER_DIGITS ? text : digits.replaceAll(/\d{4}(?=\d)/g, "$& ");
}

/** Returns a code or complete number to open, or else a text to search for. */
export function parseSearchInput(text: string): SearchInput {
  const scanned = cardCodeIn(text);
  if (scanned !== undefined) return { code: scanned };
  const joined = text.replaceAll(/[\s-]/g, "");
  const isWhole = /^\d+$/.test(joined) && joined.length >= NUMBER_DIGITS;
  if (isWhole || BARE_CODE.test(joined)) return { code: joined };
  return { search: /^\d+$/.test(joined) ? joined : text.trim() };
}
