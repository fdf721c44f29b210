// State of the card slot at the counter: an open card, a look-up, a message or a test card. A look-up closes the open card
// before the server answers, so that an amount typed meanwhile never reaches the previous customer's card.
import { useSyncExternalStore } from "react";

export interface SlotMessage {
  tone: "danger" | "success";
  title: string;
  text?: string;
  /** Repeats a look-up that the server did not answer. */
  onRetry?: () => void;
}

export type CardSlot =
  /** The card in the address is open, if there is one. */
  | { is: "free" }
  /** A look-up is in progress. `foundId` is the found card, which the address will name next. */
  | { is: "looking"; foundId?: string }
  | { is: "message"; message: SlotMessage }
  /** A test card: `balance` in dollars. */
  | { is: "test"; code: string; balance: number };

let slot: CardSlot = { is: "free" };
const listeners = new Set<() => void>();

function set(next: CardSlot): void {
  slot = next;
  for (const listener of listeners) listener();
}

export const cardSlot = {
  look: () => set({ is: "looking" }),
  find: (foundId: string) => set({ is: "looking", foundId }),
  say: (message: SlotMessage) => set({ is: "message", message }),
  test: (code: string, balance: number) => set({ is: "test", code, balance }),
  free: () => set({ is: "free" }),
  current: () => slot,
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCardSlot(): CardSlot {
  return useSyncExternalStore(subscribe, cardSlot.current);
}
