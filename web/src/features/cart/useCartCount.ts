import { useSyncExternalStore } from "react";
import { useProfile } from "@/session/current";
import { storedCartCount, subscribeToStoredCart } from "./storedCart";

/**
 * Returns the number of cards in the cart, on the server and in the browser. Zero in prerendered HTML, which is the same for
 * all users.
 */
export function useCartCount(): number {
  const kept = useSyncExternalStore(subscribeToStoredCart, storedCartCount, () => 0);
  return kept + (useProfile()?.cartTotalCount ?? 0);
}
