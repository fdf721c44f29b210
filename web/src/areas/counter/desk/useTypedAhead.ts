import { useEffect, useRef } from "react";
import { createScannerEar, isScannedAmongAmounts } from "@/features/counter/lookup/scannedText";

/**
 * Collects the digits of an amount that the clerk types while a card is being looked up. Returns a function that hands them to
 * the card's pad. Input of a scanner is dropped, and Enter does nothing until the card is open.
 */
export function useTypedAhead(isLooking: boolean): () => string {
  const typed = useRef("");
  useEffect(() => {
    if (!isLooking) return undefined;
    typed.current = "";
    const hear = createScannerEar();
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select")) return;
      const burst = hear(event.key, event.timeStamp);
      if (event.key === "Enter") event.preventDefault();
      else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (isScannedAmongAmounts(burst)) typed.current = "";
      else if (/^[\d.,]$/.test(event.key)) typed.current += event.key.replace(",", ".");
    };
    document.addEventListener("keydown", keep);
    return () => document.removeEventListener("keydown", keep);
  }, [isLooking]);
  return () => {
    const taken = typed.current;
    typed.current = "";
    return taken;
  };
}
