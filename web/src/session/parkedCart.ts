import { localText, type StoredText } from "@/lib/storage";

export const PARKED_PREFIX = "products.";

/** Cart of a user whose session expired, stored under their id until they sign in again. */
export function parkedCart(userId: string): StoredText {
  return localText(PARKED_PREFIX + userId);
}
