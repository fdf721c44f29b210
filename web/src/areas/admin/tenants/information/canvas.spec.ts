import { expect, it } from "vitest";
import { linesOf } from "./canvas";

/** Every letter is ten wide. */
const context = {
  measureText: (text: string) => ({ width: text.length * 10 }),
} as unknown as CanvasRenderingContext2D;

it.each([
  ["Books", 100, 2, ["Books"]],
  ["Maple Leaf Books", 100, 2, ["Maple Leaf", "Books"]],
  ["The Very Long Maple Leaf Books", 100, 2, ["The Very", "Long Maple…"]],
  ["Donaudampfschifffahrt", 100, 2, ["Donaudampfschifffahrt"]],
  ["A Donaudampfschifffahrt", 100, 2, ["A", "Donaudampfschifffahrt"]],
])("sets %j in lines of %i, at most %i: %j", (text, room, most, lines) => {
  expect(linesOf(context, text, room, most)).toEqual(lines);
});
