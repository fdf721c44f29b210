import { useEffect } from "react";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { QrCode } from "@/features/card/QrCode";
import { Dialog } from "@/ui/overlay/Dialog";
import { codeContent, inFours } from "@/features/card/cardText";
import type { Card } from "@/features/card/types";

interface CounterDialogProps {
  card: Card;
  code: string;
  onClose: () => void;
}

/** Full-screen dialog with the code on white, to hold out at the counter. */
export function CounterDialog({ card, code, onClose }: CounterDialogProps) {
  useEffect(keepScreenOn, []);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={card.vendor.displayName}
      className="bg-[#fff] text-[#1d2b2a] [color-scheme:light] [&_.button]:text-[#1d2b2a]"
    >
      <QrCode content={codeContent(code)} className="mx-auto w-[min(100%,62dvh)]" />
      <p className="mt-4 text-center text-lg font-semibold font-mono">{inFours(card.cardNumber)}</p>
      <p className="mt-1 text-center text-3xl font-bold tabular-nums">{formatMoney(card.cardBalance)}</p>
      <p className="mt-3 text-center">{m.kit_card_scan_hint()}</p>
    </Dialog>
  );
}

/** Keeps the screen on while the code is scanned, if the browser supports it. */
function keepScreenOn(): (() => void) | undefined {
  if (!("wakeLock" in navigator)) return undefined;
  const lock = navigator.wakeLock.request("screen").catch(() => undefined);
  return () => void lock.then((held) => held?.release());
}
