import { m } from "@/i18n";

interface Cancelled {
  isCancelled: boolean;
  isRefunded: boolean;
}

/** Returns a short label for a cancelled or refunded card, or `undefined`. */
export function cancelledWord({ isCancelled, isRefunded }: Cancelled): string | undefined {
  if (isRefunded) return m.wallet_refunded();
  return isCancelled ? m.wallet_cancelled() : undefined;
}

/** Returns a sentence that explains why a card was cancelled or refunded, or `undefined`. */
export function cancelledText({ isCancelled, isRefunded }: Cancelled): string | undefined {
  if (isRefunded) return m.wallet_refunded_text();
  return isCancelled ? m.wallet_cancelled_text() : undefined;
}
