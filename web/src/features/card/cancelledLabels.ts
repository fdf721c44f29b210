import { m } from "@/i18n";

interface Cancelled {
  isCancelled: boolean;
  isRefunded: boolean;
  /** The shop that took the card over. */
  movedTo?: string | null;
}

/** Returns a short label for a card that was cancelled, refunded or taken over, or `undefined`. */
export function cancelledLabel({ isCancelled, isRefunded, movedTo }: Cancelled): string | undefined {
  if (movedTo) return m.wallet_handover();
  if (isRefunded) return m.wallet_refunded();
  return isCancelled ? m.wallet_cancelled() : undefined;
}

/** Returns a sentence that explains why a card is over, or `undefined`. */
export function cancelledText({ isCancelled, isRefunded, movedTo }: Cancelled): string | undefined {
  if (movedTo) return m.wallet_moved_to({ shop: movedTo });
  if (isRefunded) return m.wallet_refunded_text();
  return isCancelled ? m.wallet_cancelled_text() : undefined;
}
