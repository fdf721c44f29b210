// A redemption that was sent and not answered. Whether it happened nobody knows, so it is kept in the tab until it is known: it
// is sent again under the same key, which does it once.
import { ApiError } from "@/api/error";
import { tabText } from "@/lib/storage";

/** A redemption as it is sent. All amounts are cents. */
export interface Try {
  key: string;
  taken: number;
  /** What the customer pays otherwise. */
  owed: number;
  isMailed: boolean;
  /** By this browser's clock. */
  sentAt: number;
}

/** After that, whoever stands at the till looks at the card's history instead. */
const KEPT_FOR_MS = 15 * 60_000;

const storedTry = (cardId: string) => tabText(`redeem.${cardId}`);

export function findTry(cardId: string): Try | undefined {
  const text = storedTry(cardId).read();
  // Only this file writes there.
  const found = text === null ? undefined : (JSON.parse(text) as Try);
  return found && Date.now() - found.sentAt < KEPT_FOR_MS ? found : undefined;
}

export function rememberTry(cardId: string, attempt: Try): void {
  storedTry(cardId).write(JSON.stringify(attempt));
}

export function forgetTry(cardId: string): void {
  storedTry(cardId).remove();
}

const TIMED_OUT = 408;
const SERVER_FAILED = 500;

/** Whether the server may have done it all the same: nobody answered, or something between here and there did. */
export function isUnsure(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.traceId === undefined || error.status === TIMED_OUT || error.status >= SERVER_FAILED;
}
