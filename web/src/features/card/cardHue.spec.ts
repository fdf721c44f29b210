import { expect, it } from "vitest";
import { cardHue } from "./cardHue";

it("cardHue: returns the logo's hue, even 0", () => {
  expect(cardHue("Maple Leaf Books", 27)).toBe(27);
  expect(cardHue("Maple Leaf Books", 0)).toBe(0);
});

it.each(["", "Maple Leaf Books", "مخبز", "🍞🍞🍞", "a".repeat(10_000)])(
  "cardHue: returns the same hue each time for %.20j",
  (name) => {
    const hue = cardHue(name, null);
    expect(hue).toBe(cardHue(name, undefined));
    expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true);
  },
);

it("cardHue: returns different hues for shops without a logo", () => {
  const names = ["Maple Leaf Books", "Kettle & Crumb", "Fast Lane Bikes", "Pho 88", "The Honest Barber"];
  expect(new Set(names.map((name) => cardHue(name, null))).size).toBe(names.length);
});
