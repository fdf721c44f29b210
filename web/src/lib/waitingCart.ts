import { localText, type StoredText } from "@/lib/storage";

export const WAITING = "products.";

/** What somebody had chosen when their session ran out: it waits for them, where nobody else sees it. */
export function waitingCart(userId: string): StoredText {
  return localText(WAITING + userId);
}
