// Colours of a gift card, computed from the hue of its shop.
import { contrast, oklch } from "@/lib/colour";

/** `paper`: made of coloured sheets. `night`: a dark card with beams of light. */
export type CardStyle = "paper" | "night";

interface CardPalette {
  /** Gradient of the background, from the upper left to the lower right. */
  from: string;
  to: string;
  /** A lighter and a darker sheet (or beam) on the background. Text may overlap them. */
  tint: string;
  shade: string;
  /** Text colour. */
  ink: string;
  /** Colour of the brand's mark. */
  mark: string;
}

/** Minimum contrast of text on all parts of a card. */
export const CARD_CONTRAST = 4.6;

const LIGHT_INK = "#ffffff";
const DARK_INK = "#1d2b2a";
const SUN = "#ffcb5c";
const FLASH = "#c8ff3e";

/**
 * Returns whether a hue is yellow. Yellow turns brown when dark enough for white text, so these cards are bright with dark
 * text.
 */
function isYellow(hue: number): boolean {
  return hue >= 72 && hue <= 118;
}

const STEP = 0.01;

/** Returns a colour of this hue, made lighter or darker until the text on it is readable. */
function sheet(ink: string, lightness: number, chroma: number, hue: number): string {
  const step = ink === LIGHT_INK ? -STEP : STEP;
  let current = lightness;
  while (contrast(ink, oklch(current, chroma, hue)) < CARD_CONTRAST) current += step;
  return oklch(current, chroma, hue);
}

/** Returns the colours for a hue in degrees of OKLCH. The same hue always gives the same colours. */
export function cardPalette(hue: number, style: CardStyle): CardPalette {
  const turned = ((hue % 360) + 360) % 360;
  if (style === "night") return nightPalette(turned);
  return isYellow(turned) ? brightPalette(turned) : deepPalette(turned);
}

function deepPalette(hue: number): CardPalette {
  const ink = LIGHT_INK;
  return {
    from: sheet(ink, 0.56, 0.17, hue),
    to: sheet(ink, 0.5, 0.17, hue + 4),
    tint: sheet(ink, 0.6, 0.15, hue - 6),
    shade: sheet(ink, 0.43, 0.14, hue + 2),
    ink,
    mark: SUN,
  };
}

function brightPalette(hue: number): CardPalette {
  const ink = DARK_INK;
  return {
    from: sheet(ink, 0.88, 0.155, hue),
    to: sheet(ink, 0.81, 0.155, hue - 14),
    tint: sheet(ink, 0.92, 0.11, hue),
    shade: sheet(ink, 0.76, 0.15, hue - 20),
    ink,
    mark: ink,
  };
}

function nightPalette(hue: number): CardPalette {
  const ink = LIGHT_INK;
  return {
    from: sheet(ink, 0.2, 0.05, hue - 12),
    to: sheet(ink, 0.3, 0.11, hue),
    tint: sheet(ink, 0.54, 0.2, hue),
    shade: sheet(ink, 0.4, 0.16, hue + 12),
    ink,
    mark: FLASH,
  };
}
