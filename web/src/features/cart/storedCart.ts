// The cart that a guest's browser keeps, as text. Whoever shows how full it is, subscribes here; what is in it, localCart.ts knows.
import { cartText as stored } from "@/lib/cartText";

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
    // Anybody can write anything into their storage; what isn't a cart counts as an empty one.
    return [];
  }
}

function isCount(quantity: unknown): quantity is number {
  return Number.isInteger(quantity) && Number(quantity) > 0;
}

/** The number of cards in the cart, all quantities together. */
export function storedCartCount(): number {
  return itemsOf(stored.read()).reduce((sum, { quantity }) => sum + (isCount(quantity) ? quantity : 1), 0);
}

export function readCartText(): string | null {
  return stored.read();
}

/** Keeps the cart, or forgets it. */
export function writeCartText(text: string | undefined): void {
  if (text === undefined) stored.remove();
  else stored.write(text);
  for (const listener of listeners) listener();
}

/** Calls back when the cart changes, here or in another tab. */
export function subscribeToStoredCart(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
