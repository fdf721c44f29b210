import type { PublicCampaign, PublicCharity, PublicVendor } from "@/api/queries/shopWindow";
import type { CartItem } from "@/features/cart/localCart";
import { noPurchase, trimmedTexts, type Purchase } from "./purchase";

export interface Cause {
  campaign: PublicCampaign;
  charity: PublicCharity;
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
