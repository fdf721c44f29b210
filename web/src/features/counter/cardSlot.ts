// The place of a card at the counter, while no card is in it: a card is looked up, or a message or a test card is shown there. A look-up closes
// the open card at once, before the server answers: amounts that are typed meanwhile never go to the customer before.
import { useSyncExternalStore } from "react";

export interface SlotMessage {
  tone: "danger" | "success";
  title: string;
  text?: string;
  /** Repeats a look-up that nobody answered. */
  onRetry?: () => void;
}

export type CardSlot =
  /** The card in the address is open, if there is one. */
  | { is: "free" }
  /** `foundId`: the card that the address is about to name. */
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
