// Keyboard scanners: they type the scanned text very fast and press Enter. Outside of text fields, such input is a scan.
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
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

/** Returns whether a dialog is open; the page behind it must not react. */
function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Listens to all keys, before the focused element. */
function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

/**
 * Calls `onScan` with a card code that a scanner types outside of text fields, even if a field gets the focus amid the code: its
 * form would search for half a code.
 */
export function useScanner(onScan: (code: string) => void): void {
  const [hear] = useState(createScannerEar);
  const beganOutside = useRef(false);
  useKeys((event) => {
    if (isDialogOpen()) return;
    const text = hear(event.key, event.timeStamp);
    if (text.length <= 1) beganOutside.current = !isTyping(event.target);
    if (event.key !== "Enter" || !beganOutside.current || !isCardCode(text)) return;
    // The scanner's Enter must not press the focused button.
    event.preventDefault();
    // The clerk may already type the amount.
    if (isTyping(event.target)) (event.target as HTMLElement).blur();
    onScan(text.trim());
  });
}

/** Prevents the keys of a scanner as soon as it is recognized, and calls `onKept` with its text so far. */
function useScannedKeysPrevented(
  isFromScanner: (burst: string, event: KeyboardEvent) => boolean,
  onKept: (burst: string, key: string) => void,
  within?: RefObject<HTMLElement | null>,
) {
  const [hear] = useState(createScannerEar);
  useKeys((event) => {
    if (within && !within.current?.contains(event.target as Node)) return;
    // A key that is held down repeats as fast as a scanner.
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const burst = hear(event.key, event.timeStamp);
    const isText = event.key.length === 1 || event.key === "Enter";
    if (!isText || !isFromScanner(burst, event)) return;
    event.preventDefault();
    onKept(burst, event.key);
  });
}

/**
 * Ignores scanner input in a dialog that moves money, including its Enter. Keys typed before the scanner was recognized have
 * reached the field, which clears them when it sees a prevented key. Calls `onScan` with the code of a scanned card. `within`
 * limits this to one part of the page.
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
 * Like [`useScannerKeptOut`], for dialogs with a text field. Except in multi-line fields, the Enter of any scan is ignored.
 * Calls `onLetIn` with the keys that reached the field before the scanner was recognized.
 */
export function useScannerKeptOutOfWords(onLetIn: (typed: string) => void): void {
  useScannedKeysPrevented(isNoTyping, (burst, key) => {
    const isFirst = burst.length === SURELY_SCANNED && key !== "Enter";
    if (isFirst) onLetIn(burst.slice(0, -1));
  });
}
