import { m } from "@/i18n";

interface Cancelled {
  isCancelled: boolean;
  isRefunded: boolean;
}

/** Why a card is empty for good, in a word; undefined for one that isn't. */
export function cancelledWord({ isCancelled, isRefunded }: Cancelled): string | undefined {
  if (isRefunded) return m.wallet_refunded();
  return isCancelled ? m.wallet_cancelled() : undefined;
}

/** Says in a sentence why a card is empty for good. */
export function cancelledText({ isCancelled, isRefunded }: Cancelled): string | undefined {
  if (isRefunded) return m.wallet_refunded_text();
  return isCancelled ? m.wallet_cancelled_text() : undefined;
}
