// What was sent about money and not answered. Whether it happened nobody knows, so this browser keeps it until it is known, for
// all its tabs: one's own is sent again under the same key, which does it once. A key counts for one person alone: sent by
// anybody else it would be done a second time.
import { useSyncExternalStore } from "react";
import { localText } from "@/lib/storage";

/** Something as it is sent. All amounts are cents. */
export interface Sent {
  key: string;
  cardId: string;
  /** Who sends it. */
  userId: string;
  taken: number;
  /** By this browser's clock. */
  sentAt: number;
  /** What a manager has to decide about it first. */
  approvalId?: string | undefined;
}

/** A redemption. */
export interface Try extends Sent {
  /** What the customer pays otherwise. */
  owed: number;
  /** Why, where an administrator takes it off. */
  reason?: string | undefined;
  /** Who has read the card's history since. */
  lookedBy?: string | undefined;
}

/** After that, whoever stands at the till looks at the card's history instead. */
const KEPT_FOR_MS = 15 * 60_000;

const listeners = new Set<() => void>();

function keptTries<T extends Sent>(name: string) {
  const stored = localText(name);
  const read = (): T[] => {
    try {
      const tries: unknown = JSON.parse(stored.read() ?? "[]");
      return (tries as T[]).filter(({ sentAt }) => Date.now() - sentAt < KEPT_FOR_MS);
    } catch {
      // Anybody can write anything into their storage; a till that doesn't open would be worse.
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
    /** It is known what came of it. */
    forget: (key: string) => write(allBut(key)),
  };
}

const redemptions = keptTries<Try>("redeemTries");

/** Amounts that are paid out in cash. */
export const payouts = keptTries<Sent>("payoutTries");

/** The try on a card that is still open: one's own, or else that of whoever stood here before. */
export function findTry(cardId: string, userId: string): Try | undefined {
  const tries = redemptions.of(cardId);
  return tries.find((kept) => kept.userId === userId) ?? tries.at(-1);
}

export const rememberTry = redemptions.remember;

export function forgetTry({ key }: Pick<Try, "key">): void {
  redemptions.forget(key);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // What another tab has sent or heard of.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** What is still open at this screen: everybody's redemptions, and what the person at it pays out in cash. */
function allOpen(userId: string): Sent[] {
  return [...redemptions.all(), ...payouts.all().filter((sent) => sent.userId === userId)];
}

export function useOpenTries(userId: string): readonly Sent[] {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(allOpen(userId)));
  return JSON.parse(text) as Sent[];
}
