// Distinguishes scanner input from typing.

const CARD_CODE = /FR1:[0-9A-Z]{32}/i;
const WHOLE_CARD_CODE = /^FR1:[0-9A-Z]{32}$/i;
const TYPED_CARD_CODE = /FR1:[0-9A-Z]{32}$/i;

/** Maximum pause between two keys of a scanner. */
const MAX_PAUSE_MS = 60;
/** Number of fast keys in a row that only a scanner produces. */
export const SURELY_SCANNED = 6;

/** Returns whether a text is exactly the content of a card's QR code. */
export function isCardCode(text: string): boolean {
  return WHOLE_CARD_CODE.test(text.trim());
}

/** Matches codes of test cards, which hold no money. */
const TEST_CODE = /^(FR1:)?TESTCARD[0-9A-Z]{24}$/i;

export function isTestCode(code: string): boolean {
  return TEST_CODE.test(code.trim());
}

/** Returns whether a text contains a card code. */
export function hasCardCode(text: string): boolean {
  return CARD_CODE.test(text);
}

/** Returns the card code at the end of a text: a scanner types behind existing text. */
export function cardCodeIn(text: string): string | undefined {
  return TYPED_CARD_CODE.exec(text.trim())?.[0];
}

/** Returns whether a burst of keys came from a scanner, whatever it scanned. */
export function isScanned(burst: string): boolean {
  return burst.length >= SURELY_SCANNED;
}

/** Like [`isScanned`], for fields that hold only amounts: two fast keys with a letter are enough. */
export function isScannedAmongAmounts(burst: string): boolean {
  return isScanned(burst) || (burst.length > 1 && /[^\d.,]/.test(burst));
}

/** Matches the start of a card code or the digits of a barcode. */
const NO_WORDS = /^(FR1:[0-9A-Z]{2,}|\d{6,})$/i;

/** Like [`isScanned`], for text fields, where fast typists and autofill produce bursts, too. */
export function isScannedAmongWords(burst: string): boolean {
  return NO_WORDS.test(burst);
}

/**
 * Returns a function that collects keys in fast succession. It takes a key with its time and returns the current burst, which
 * Enter ends.
 */
export function createScannerEar(): (key: string, at: number) => string {
  let burst = "";
  let heardAt = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    if (at - heardAt > MAX_PAUSE_MS) burst = "";
    heardAt = at;
    if (key.length === 1) burst += key;
    const heard = burst;
    if (key === "Enter") burst = "";
    return heard;
  };
}
