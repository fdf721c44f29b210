import { brand } from "@/brands/current";
import { GiftCard, type GiftCardProps } from "./GiftCard";

/** Coral on paper, magenta at night. */
const HUE = 27;

/** A card that stands for all of them, where none of a shop's can be shown. */
export function BrandCard(look: Pick<GiftCardProps, "isTilting" | "className">) {
  return <GiftCard shop={{ name: brand.name, hue: HUE }} amount={25} {...look} />;
}
