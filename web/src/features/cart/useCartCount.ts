import { useSyncExternalStore } from "react";
import { useProfile } from "@/session/current";
import { storedCartCount, subscribeToStoredCart } from "./storedCart";

/**
 * How many cards are in the cart: in the one that the server keeps for who is signed in, and in what this browser keeps.
 * Zero in prerendered HTML, which knows nobody's cart.
 */
export function useCartCount(): number {
  const kept = useSyncExternalStore(subscribeToStoredCart, storedCartCount, () => 0);
  return kept + (useProfile()?.cartTotalCount ?? 0);
}
