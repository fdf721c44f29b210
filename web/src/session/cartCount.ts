// Number of cards in the user's cart on the server, which they may have filled on another device.
import { call } from "@/api/client";

/** Returns the number of cards in a cart: the sum of all quantities. */
export function countOf(cart: { cartDetails: readonly { quantity: number }[] }): number {
  return cart.cartDetails.reduce((sum, { quantity }) => sum + quantity, 0);
}

export async function askCartCount(): Promise<number> {
  return countOf(await call("get", "/api/v1/Carts/me"));
}
