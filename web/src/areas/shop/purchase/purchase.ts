// Values of the purchase form. Separate from its validation rules, so that other pages don't load these.
import type { GiftWords } from "@/features/cart/localCart";

export interface Purchase extends GiftWords {
  /** In dollars; 0 while none is chosen. */
  amount: number;
  quantity: number;
  isGift: boolean;
  /** Recipients besides the first one, each of whom gets the same gift. */
  others: OtherRecipient[];
}

/** Another recipient of the same gift. */
export interface OtherRecipient {
  to: string;
  recipientEmail: string;
  /** Empty for the message of the first gift. */
  giftMessage: string;
  /** Empty for the day of the first gift. */
  sendOn: string;
}

/** The part of a purchase that the preview shows: the amount, and recipient, giver and message of a gift. */
export type Glimpse = Pick<Purchase, "amount" | "isGift" | "to" | "from" | "giftMessage">;

/** Maximum length of a gift's message. */
export const MAX_GIFT_MESSAGE_LENGTH = 500;

export const noPurchase: Purchase = {
  amount: 0,
  quantity: 1,
  isGift: false,
  to: "",
  recipientEmail: "",
  confirmEmail: "",
  from: "",
  giftMessage: "",
  others: [],
};

/** Trims the texts of a gift before saving. */
export function trimmedTexts({
  to,
  recipientEmail,
  confirmEmail,
  from,
  giftMessage,
  sendOn,
  sendHour,
  sendZone,
}: GiftWords): GiftWords {
  const isPlanned = typeof sendOn === "string";
  return {
    sendOn: isPlanned ? sendOn : undefined,
    sendHour: isPlanned ? sendHour : undefined,
    sendZone: isPlanned ? sendZone : undefined,
    to: to.trim(),
    recipientEmail: recipientEmail.trim(),
    confirmEmail: confirmEmail.trim(),
    from: from.trim(),
    giftMessage: giftMessage.trim(),
  };
}
