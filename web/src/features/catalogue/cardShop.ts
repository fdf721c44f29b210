import { pictureUrl } from "@/lib/pictures";
import { cardHue } from "@/features/card/cardHue";
import type { CardShop } from "@/features/card/GiftCard";

interface Shown {
  displayName: string;
  logoPath: string | null;
  hue: number | null;
}

/** Returns name, logo and hue of a vendor for its cards. */
export function cardShop({ displayName, logoPath, hue }: Shown): CardShop {
  return {
    name: displayName,
    logoUrl: logoPath ? pictureUrl("vendor", logoPath, 192) : undefined,
    hue: cardHue(displayName, hue),
  };
}
