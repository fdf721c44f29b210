import { describe, expect, it } from "vitest";
import { contrast } from "@/lib/colour";
import { CARD_CONTRAST, cardPalette, type CardStyle } from "./palette";

const styles: CardStyle[] = ["paper", "night"];
const everyHue = Array.from({ length: 360 }, (_, hue) => hue);

/** Returns the colour at a position of the gradient, as the browser draws it. */
function between(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}

describe.each(styles)("cardPalette in style %s", (style) => {
  it("has readable text on every part of every hue", () => {
    const broken = everyHue.filter((hue) => {
      const { from, to, tint, shade, ink } = cardPalette(hue, style);
      const grounds = [
        from,
        between(from, to, 0.25),
        between(from, to, 0.5),
        between(from, to, 0.75),
        to,
        tint,
        shade,
      ];
      return grounds.some((ground) => contrast(ink, ground) < CARD_CONTRAST);
    });
    expect(broken).toEqual([]);
  });

  it("accepts any number as a hue", () => {
    expect(cardPalette(-40, style)).toEqual(cardPalette(320, style));
    expect(cardPalette(725, style)).toEqual(cardPalette(5, style));
  });

  it("returns colours in hexadecimal", () => {
    for (const hue of everyHue) {
      for (const colour of Object.values(cardPalette(hue, style))) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    }
  });
});

describe("cardPalette", () => {
  it("returns different colours for hues that are 30 degrees apart", () => {
    const grounds = new Set(
      everyHue.filter((hue) => hue % 30 === 0).map((hue) => cardPalette(hue, "paper").from),
    );
    expect(grounds.size).toBe(12);
  });
});
