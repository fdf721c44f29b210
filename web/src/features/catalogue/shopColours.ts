import type { CSSProperties } from "react";
import { brand } from "@/brands/current";
import { cardHue } from "@/features/card/cardHue";
import { cardPalette } from "@/features/card/palette";

type ShopVariables = CSSProperties & Record<`--shop-${string}`, string>;

/** A shop's own colours, the same as on its cards, for what is drawn around its name. */
export function shopColours(name: string, hue: number | null): ShopVariables {
  const { from, tint, shade, ink } = cardPalette(cardHue(name, hue), brand.cardStyle);
  return { "--shop-ground": from, "--shop-tint": tint, "--shop-shade": shade, "--shop-ink": ink };
}
