// A scanner at the till's USB port types what it reads, very fast, and presses Enter. Where nobody is typing, that is a scan.
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import {
  createScannerEar,
  isCardCode,
  isScanned,
  isScannedAmongAmounts,
  isScannedAmongWords,
  SURELY_SCANNED,
} from "./scannedText";

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

function isNoTyping(burst: string, { key, target }: KeyboardEvent): boolean {
  const isConsent = key === "Enter" && !(target instanceof HTMLTextAreaElement);
  return isScannedAmongWords(burst) || (isConsent && isScanned(burst));
}

/**
 * The same where somebody types words. Whatever was scanned, its Enter confirms nothing; in a field of several lines it would
 * not. Calls back with what had been typed when it was known for a scanner.
 */
export function useScannerKeptOutOfWords(onLetIn: (typed: string) => void): void {
  useScannedKeysPrevented(isNoTyping, (burst, key) => {
    const isFirst = burst.length === SURELY_SCANNED && key !== "Enter";
    if (isFirst) onLetIn(burst.slice(0, -1));
  });
}
