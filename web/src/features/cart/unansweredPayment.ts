// The cart that this tab is paying for, until the outcome is known. After a reload or a lost reply the buyer must not see an
// empty cart.
import { tabText } from "@/lib/storage";
import { currentProfile } from "@/session/current";

const stored = tabText("payingFor");

export function storeUnansweredPayment(orderNumber: string): void {
  stored.write(`${currentProfile()?.userId} ${orderNumber}`);
}

export function clearUnansweredPayment(): void {
  stored.remove();
}

/** Returns the order number of the signed-in user's unfinished payment, if any. */
export function unansweredPayment(): string | undefined {
  const [userId, orderNumber] = stored.read()?.split(" ") ?? [];
  return userId === currentProfile()?.userId ? orderNumber : undefined;
}
