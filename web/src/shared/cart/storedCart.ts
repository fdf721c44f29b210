// The cart that a guest's browser keeps. Whoever shows how full it is, subscribes here.
import { localText } from "@/lib/storage";

const stored = localText("products");

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

/** The number of cards in the cart, all quantities together. */
export function storedCartCount(): number {
  return itemsOf(stored.read()).reduce((sum, { quantity }) => {
    const isCount = typeof quantity === "number" && Number.isInteger(quantity) && quantity > 0;
    return sum + (isCount ? quantity : 1);
  }, 0);
}

/** Calls back when another tab changes the cart. */
export function subscribeToStoredCart(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
