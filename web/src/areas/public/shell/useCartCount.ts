import { useSyncExternalStore } from "react";
import { storedCartCount, subscribeToStoredCart } from "@/shared/cart/storedCart";

/** How many cards are in the cart. Zero in prerendered HTML, which knows nobody's cart. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribeToStoredCart, storedCartCount, () => 0);
}
