import { encode } from "uqr";
import { expect, it } from "vitest";
import { modulesPath } from "./modulesPath";

/** Returns which squares a path covers, as a browser would draw it. */
function painted(path: string, size: number): boolean[][] {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map((found) => found.slice(1).map(Number));
  const isPainted = (column: number, row: number) =>
    runs.some(([x = 0, y = 0, width = 0]) => y === row && x <= column && column < x + width);
  const places = [...Array(size).keys()];
  return places.map((row) => places.map((column) => isPainted(column, row)));
}

it("modulesPath: covers exactly the dark modules of a code", () => {
  const { data, size } = encode("FR1:0123456789ABCDEFGHJKMNPQRSTVWXYZ", { ecc: "M", border: 3 });
  expect(painted(modulesPath(data), size)).toEqual(data);
});

it("modulesPath: returns an empty path for a white square", () => {
  expect(modulesPath([[false, false]])).toBe("");
});
