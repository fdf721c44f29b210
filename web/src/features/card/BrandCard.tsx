import { brand } from "@/brands/current";
import { GiftCard, type GiftCardProps } from "./GiftCard";

/** Coral on paper, magenta on the night style. */
const HUE = 27;

/** Sample card of the brand, where no shop's card can be shown. */
export function BrandCard(look: Pick<GiftCardProps, "isTilting" | "className">) {
  return <GiftCard shop={{ name: brand.name, hue: HUE }} amount={25} {...look} />;
}
