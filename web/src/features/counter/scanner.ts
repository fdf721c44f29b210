// A scanner at the till's USB port types what it reads, very fast, and presses Enter. Where nobody is typing, that is a scan.
import { useEffect, useEffectEvent, useState, type RefObject } from "react";

const CARD_CODE = /FR1:[0-9A-Z]{32}/i;
const WHOLE_CARD_CODE = /^FR1:[0-9A-Z]{32}$/i;
const TYPED_CARD_CODE = /FR1:[0-9A-Z]{32}$/i;

/** Between two keys of a scanner. */
const MOST_PAUSE_MS = 60;
/** Nobody types so many keys that fast. */
const SURELY_SCANNED = 6;

/** Whether a text is what a card's QR says. */
export function isCardCode(text: string): boolean {
  return WHOLE_CARD_CODE.test(text.trim());
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
function isScanned(burst: string): boolean {
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}

/** Wherever the focus is then: the page behind is nobody's. */
function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Hears every key, before what has the focus does. */
function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

/** Calls back with the code of a card that a scanner has typed, wherever on the page. */
export function useScanner(onScan: (code: string) => void): void {
  const [hear] = useState(createScannerEar);
  useKeys((event) => {
    if (isTyping(event.target) || isDialogOpen()) return;
    const text = hear(event.key, event.timeStamp);
    if (event.key !== "Enter" || !isCardCode(text)) return;
    // Enter is the scanner's own: it must not press what happens to have the focus.
    event.preventDefault();
    onScan(text.trim());
  });
}

/** Prevents the keys of a scanner from the first that gives it away, and calls back with all it has typed so far. */
function useScannedKeysPrevented(
  isFromScanner: (burst: string, event: KeyboardEvent) => boolean,
  onKept: (burst: string, key: string) => void,
  within?: RefObject<HTMLElement | null>,
) {
  const [hear] = useState(createScannerEar);
  useKeys((event) => {
    if (within && !within.current?.contains(event.target as Node)) return;
    // A key that is held down is as fast.
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const burst = hear(event.key, event.timeStamp);
    const isText = event.key.length === 1 || event.key === "Enter";
    if (!isText || !isFromScanner(burst, event)) return;
    event.preventDefault();
    onKept(burst, event.key);
  });
}

/**
 * For a dialog in which money is moved: whatever has the focus there, a scanner types nothing into it and its Enter presses
 * nothing. What it has typed before it was known for a scanner, a field finds out by the keys that are prevented. Calls back
 * with the code when it was a card. Beside other fields, it holds within the part of the page that it is about.
 */
export function useScannerKeptOut(
  onScan?: (code: string) => void,
  within?: RefObject<HTMLElement | null>,
): void {
  useScannedKeysPrevented(
    isScannedAmongAmounts,
    (burst, key) => {
      if (key === "Enter" && isCardCode(burst)) onScan?.(burst.trim());
    },
    within,
  );
}

/**
 * The same where somebody types words. Whatever was scanned, its Enter confirms nothing; in a field of several lines it would
 * not. Calls back with what had been typed when it was known for a scanner.
 */
export function useScannerKeptOutOfWords(onLetIn: (typed: string) => void): void {
  const isFromScanner = (burst: string, { key, target }: KeyboardEvent) =>
    isScannedAmongWords(burst) ||
    (key === "Enter" && !(target instanceof HTMLTextAreaElement) && isScanned(burst));
  useScannedKeysPrevented(isFromScanner, (burst, key) => {
    const isFirst = burst.length === SURELY_SCANNED && key !== "Enter";
    if (isFirst) onLetIn(burst.slice(0, -1));
  });
}
