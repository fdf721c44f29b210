// What a scanner types, and how it is told from what people type.

const CARD_CODE = /FR1:[0-9A-Z]{32}/i;
const WHOLE_CARD_CODE = /^FR1:[0-9A-Z]{32}$/i;
const TYPED_CARD_CODE = /FR1:[0-9A-Z]{32}$/i;

/** Between two keys of a scanner. */
const MOST_PAUSE_MS = 60;
/** Nobody types so many keys that fast. */
export const SURELY_SCANNED = 6;

/** Whether a text is what a card's QR says. */
export function isCardCode(text: string): boolean {
  return WHOLE_CARD_CODE.test(text.trim());
}

/** How the codes of test cards begin: no money is behind them. */
const TEST_CODE = /^(FR1:)?TESTCARD[0-9A-Z]{24}$/i;

export function isTestCode(code: string): boolean {
  return TEST_CODE.test(code.trim());
}

/** Whether what a card's QR says stands in a text. */
export function hasCardCode(text: string): boolean {
  return CARD_CODE.test(text);
}

/** The code that a scanner has typed, behind whatever stood in the field before. */
export function cardCodeIn(text: string): string | undefined {
  return TYPED_CARD_CODE.exec(text.trim())?.[0];
}

/** Whether what was typed in one go came from a scanner: of a card, or of anything else on the counter. */
export function isScanned(burst: string): boolean {
  return burst.length >= SURELY_SCANNED;
}

/** The same where only amounts are typed, which have no letters. */
export function isScannedAmongAmounts(burst: string): boolean {
  return isScanned(burst) || (burst.length > 1 && /[^\d.,]/.test(burst));
}

/** The beginning of what a card's QR says, or of a number below bars. */
const NO_WORDS = /^(FR1:[0-9A-Z]{2,}|\d{6,})$/i;

/** The same where words are typed, which some people's fingers and programs do as fast. */
export function isScannedAmongWords(burst: string): boolean {
  return NO_WORDS.test(burst);
}

/** Puts keys together that follow each other faster than fingers. Each call gives the text so far; Enter ends it. */
export function createScannerEar(): (key: string, at: number) => string {
  let burst = "";
  let heardAt = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    if (at - heardAt > MOST_PAUSE_MS) burst = "";
    heardAt = at;
    if (key.length === 1) burst += key;
    const heard = burst;
    if (key === "Enter") burst = "";
    return heard;
  };
}
