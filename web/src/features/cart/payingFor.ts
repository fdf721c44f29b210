// The cart that this tab has begun to pay for, until it is known how the payment ended: a reload or a lost reply must not leave its
// buyer before an empty cart.
import { tabText } from "@/lib/storage";
import { currentProfile } from "@/session/current";

const stored = tabText("payingFor");

export function rememberPayment(orderNumber: string): void {
  stored.write(`${currentProfile()?.userId} ${orderNumber}`);
}

export function forgetPayment(): void {
  stored.remove();
}

/** Returns the number under which the signed-in person is paying, if they are. */
export function paymentUnderWay(): string | undefined {
  const [userId, orderNumber] = stored.read()?.split(" ") ?? [];
  return userId === currentProfile()?.userId ? orderNumber : undefined;
}
