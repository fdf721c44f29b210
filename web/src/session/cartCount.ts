// How full the cart is that the server keeps for somebody: they may have filled it elsewhere.
import { call } from "@/api/client";

/** The number of cards in a cart, all quantities together. */
export function countOf(cart: { cartDetails: readonly { quantity: number }[] }): number {
  return cart.cartDetails.reduce((sum, { quantity }) => sum + quantity, 0);
}

export async function askCartCount(): Promise<number> {
  return countOf(await call("get", "/api/v1/Carts/me"));
}
