// What somebody orders, as the form has it. Apart from the form's rules, so that pages which only show it don't carry them.
import type { GiftWords } from "@/features/cart/localCart";

export interface Purchase extends GiftWords {
  /** In dollars; 0 while none is chosen. */
  amount: number;
  quantity: number;
  isGift: boolean;
}

/** What of a purchase shows before it is in the cart: on the card, and as a gift's words. */
export type Glimpse = Pick<Purchase, "amount" | "isGift" | "to" | "from" | "giftMessage">;

/** How many signs a gift's message has room for. */
export const LONGEST_GIFT_MESSAGE = 500;

export const noPurchase: Purchase = {
  amount: 0,
  quantity: 1,
  isGift: false,
  to: "",
  recipientEmail: "",
  confirmEmail: "",
  from: "",
  giftMessage: "",
};

/** A gift's words as they are kept. */
export function trimmedWords({ to, recipientEmail, confirmEmail, from, giftMessage }: GiftWords): GiftWords {
  return {
    to: to.trim(),
    recipientEmail: recipientEmail.trim(),
    confirmEmail: confirmEmail.trim(),
    from: from.trim(),
    giftMessage: giftMessage.trim(),
  };
}
