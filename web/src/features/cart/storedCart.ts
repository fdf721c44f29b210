// The browser's cart as stored text, with its count. Components that show only the count subscribe here; localCart.ts parses
// the items.
import { cartText as stored } from "@/lib/cartText";
import { useSyncExternalStore } from "react";
import { useProfile } from "@/session/current";

const listeners = new Set<() => void>();

interface CountedItem {
  quantity?: unknown;
}

function itemsOf(text: string | null): readonly CountedItem[] {
  try {
    const cart: unknown = JSON.parse(text ?? "null");
    const items = (cart as { cartDetails?: unknown } | null)?.cartDetails;
    return Array.isArray(items) ? items.filter((item) => typeof item === "object" && item !== null) : [];
  } catch {
    // Users can write anything into local storage: invalid text counts as an empty cart.
    return [];
  }
}

function isCount(quantity: unknown): quantity is number {
  return Number.isInteger(quantity) && Number(quantity) > 0;
}

/** Returns the number of cards, the sum of all quantities. */
export function storedCartCount(): number {
  return itemsOf(stored.read()).reduce((sum, { quantity }) => sum + (isCount(quantity) ? quantity : 1), 0);
}

export function readCartText(): string | null {
  return stored.read();
}

/** Stores the cart, or removes it. */
export function writeCartText(text: string | undefined): void {
  if (text === undefined) stored.remove();
  else stored.write(text);
  for (const listener of listeners) listener();
}

/** Calls `listener` when the cart changes in this or another tab. */
export function subscribeToStoredCart(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/**
 * Returns the number of cards in the cart, on the server and in the browser. Zero in prerendered HTML, which is the same for
 * all users.
 */
export function useCartCount(): number {
  const localCount = useSyncExternalStore(subscribeToStoredCart, storedCartCount, () => 0);
  return localCount + (useProfile()?.cartTotalCount ?? 0);
}
