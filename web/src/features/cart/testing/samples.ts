import { bookshop } from "@/shared/testing/samples";
import type { CartItem } from "@/features/cart/localCart";

/** Returns a card that a guest has chosen, before it is sent to the server. */
export function chosenCard(changes: Partial<CartItem> = {}): CartItem {
  return {
    campaignId: null,
    campaign: null,
    charity: null,
    vendorId: "ten_1",
    vendor: bookshop,
    cardName: bookshop.displayName,
    type: 2,
    quantity: 1,
    price: 25,
    total: 25,
    isGift: false,
    to: "",
    recipientEmail: "",
    confirmEmail: "",
    from: "",
    giftMessage: "",
    ...changes,
  };
}
