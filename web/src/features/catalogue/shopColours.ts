import type { CSSProperties } from "react";
import { brand } from "@/brands/current";
import { cardHue } from "@/features/card/cardHue";
import { cardPalette } from "@/features/card/palette";

type ShopVariables = CSSProperties & Record<`--shop-${string}`, string>;

/** Returns a shop's colours as CSS variables, the same colours as on its cards. */
export function shopColours(name: string, hue: number | null): ShopVariables {
  const { from, tint, shade, ink } = cardPalette(cardHue(name, hue), brand.cardStyle);
  return { "--shop-ground": from, "--shop-tint": tint, "--shop-shade": shade, "--shop-ink": ink };
}
