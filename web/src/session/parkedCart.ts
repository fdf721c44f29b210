import { localText, type StoredText } from "@/lib/storage";

export const WAITING = "products.";

/** Cart of a user whose session expired, stored under their id until they sign in again. */
export function waitingCart(userId: string): StoredText {
  return localText(WAITING + userId);
}
