import { GiftCard } from "@/features/card/GiftCard";
import { cardCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { cx } from "@/ui/cx";
import type { Gift } from "./queries";

interface CardOfGiftProps {
  gift: Gift;
  isTilting?: boolean;
  className?: string;
}

/** Card of a gift, with the amount if the viewer may see it. */
export function CardOfGift({ gift, isTilting = true, className }: CardOfGiftProps) {
  const { vendorName, vendorLogoPath, vendorHue, charityName, charityLogoPath } = gift;
  return (
    <GiftCard
      shop={cardShop({ displayName: vendorName, logoPath: vendorLogoPath, hue: vendorHue })}
      amount={gift.cardBalance ?? gift.cardValue}
      cause={cardCause(charityName, charityLogoPath)}
      isTilting={isTilting}
      className={cx("w-[min(100%,400px)]", className)}
    />
  );
}
