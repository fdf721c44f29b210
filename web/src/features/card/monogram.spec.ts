import { expect, it } from "vitest";
import { monogram } from "./monogram";

it.each([
  ["Maple Leaf Books", "ML"],
  ["The Bay", "B"],
  ["Chez Léo", "L"],
  ["Boulangerie de la Gare", "BG"],
  ["L’Épicerie du Coin", "ÉC"],
  ["Fish & Chips", "FC"],
  ["7-Up Diner", "UD"],
  ["the", "T"],
  ["", ""],
  ["!!!", ""],
])("monogram: returns for %s: %s", (name, letters) => {
  expect(monogram(name)).toBe(letters);
});
