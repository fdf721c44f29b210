import type { PublicCampaign, PublicCharity, PublicVendor } from "@/api/queries/shopWindow";
import type { CartItem } from "@/features/cart/localCart";
import { noPurchase, trimmedTexts, type OtherRecipient, type Purchase } from "./purchase";

export interface Cause {
  campaign: PublicCampaign;
  charity: PublicCharity;
}

/** Returns the cart items of a purchase: one for each recipient. */
export function cartItems(purchase: Purchase, vendor: PublicVendor, cause?: Cause): CartItem[] {
  const others = purchase.isGift ? purchase.others : [];
  const all = [purchase, ...others.map((other) => giftTo(other, purchase))];
  return all.map((one) => cartItem(one, vendor, cause));
}

/** Returns the purchase for another recipient. */
function giftTo({ to, recipientEmail, giftMessage, sendOn }: OtherRecipient, first: Purchase): Purchase {
  return {
    ...first,
    to,
    recipientEmail,
    confirmEmail: recipientEmail,
    giftMessage: giftMessage.trim() === "" ? first.giftMessage : giftMessage,
    sendOn: sendOn === "" ? first.sendOn : sendOn,
  };
}

/** Returns the cart item of a purchase. A card with a cause has type 1. */
export function cartItem(purchase: Purchase, vendor: PublicVendor, cause?: Cause): CartItem {
  const { amount, quantity, isGift } = purchase;
  const { displayName, logoPath, hue, address } = vendor;
  return {
    campaignId: cause?.campaign.id ?? null,
    campaign: cause ? { name: cause.campaign.name, logoPath: cause.campaign.logoPath } : null,
    charity: cause ? { name: cause.charity.displayName, logoPath: cause.charity.logoPath } : null,
    vendorId: vendor.id,
    vendor: { displayName, logoPath, hue, address },
    cardName: displayName,
    type: cause ? 1 : 2,
    quantity,
    price: amount,
    total: amount * quantity,
    ...(cause && { charityRate: vendor.charityRate }),
    isGift,
    // Drop the message of a gift that became a card for the buyer.
    ...trimmedTexts(isGift ? purchase : noPurchase),
  };
}
