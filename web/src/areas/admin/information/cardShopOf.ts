import type { Vendor } from "@/areas/admin/vendors/queries";
import { pictureUrl } from "@/lib/pictures";
import type { CardShop } from "@/shared/card/GiftCard";

/** In degrees: for a shop whose logo has told no colour yet. */
const USUAL_HUE = 165;

/** A vendor as its cards show it. */
export function cardShopOf({ displayName, hue, logoPath }: Vendor): CardShop {
  return {
    name: displayName,
    hue: hue ?? USUAL_HUE,
    logoUrl: logoPath === null ? undefined : pictureUrl("vendor", logoPath, 384),
  };
}
