// Money requests that the server has not answered. The browser stores them for all its tabs until the outcome is known. The
// same user can safely send one again under its key. A key of another user would move the money a second time.
import { useSyncExternalStore } from "react";
import { localText } from "@/lib/storage";

/** A request as it was sent. All amounts are in cents. */
export interface PendingRequest {
  key: string;
  cardId: string;
  /** The user who sent it. */
  userId: string;
  taken: number;
  /** By this browser's clock. */
  sentAt: number;
  /** Approval that a manager must give first. */
  approvalId?: string | undefined;
}

/** A redemption. */
export interface PendingRedemption extends PendingRequest {
  /** Amount that the customer pays by other means. */
  owed: number;
  /** Reason, if an administrator redeems. */
  reason?: string | undefined;
  /** User who has read the card's history since. */
  lookedBy?: string | undefined;
}

/** After this time, clerks check the card's history instead. */
const MAX_AGE_MS = 15 * 60_000;

const listeners = new Set<() => void>();

function pendingRequests<T extends PendingRequest>(name: string) {
  const stored = localText(name);
  const read = (): T[] => {
    try {
      const tries: unknown = JSON.parse(stored.read() ?? "[]");
      return (tries as T[]).filter(({ sentAt }) => Date.now() - sentAt < MAX_AGE_MS);
    } catch {
      // Users can write anything into local storage; invalid data must not break the till.
      return [];
    }
  };
  const write = (tries: T[]) => {
    if (tries.length === 0) stored.remove();
    else stored.write(JSON.stringify(tries));
    for (const listener of listeners) listener();
  };
  const allBut = (key: string) => read().filter((kept) => kept.key !== key);
  return {
    all: read,
    of: (cardId: string) => read().filter((kept) => kept.cardId === cardId),
    remember: (attempt: T) => write([...allBut(attempt.key), attempt]),
    /** Removes a request whose outcome is known. */
    forget: (key: string) => write(allBut(key)),
  };
}

const redemptions = pendingRequests<PendingRedemption>("redeemTries");

/** Cash-outs. */
export const pendingCashOuts = pendingRequests<PendingRequest>("payoutTries");

/** Returns the unfinished redemption of a card: the user's own, or else that of an earlier user. */
export function findPending(cardId: string, userId: string): PendingRedemption | undefined {
  const tries = redemptions.of(cardId);
  return tries.find((kept) => kept.userId === userId) ?? tries.at(-1);
}

export const rememberPending = redemptions.remember;

export function removePending({ key }: Pick<PendingRedemption, "key">): void {
  redemptions.forget(key);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has sent or finished a request.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Returns the unfinished requests of this browser: redemptions of all users, and the current user's cash-outs. */
function allOpen(userId: string): PendingRequest[] {
  return [...redemptions.all(), ...pendingCashOuts.all().filter((sent) => sent.userId === userId)];
}

export function usePendingRequests(userId: string): readonly PendingRequest[] {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(allOpen(userId)));
  return JSON.parse(text) as PendingRequest[];
}
