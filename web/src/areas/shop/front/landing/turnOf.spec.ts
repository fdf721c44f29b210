import { expect, it } from "vitest";
import { turnOf } from "./turnOf";

const shops = ["a", "b", "c", "d", "e"];

it("turnOf: returns all items over several days, and none twice on one day", () => {
  const days = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"].map((day) =>
    turnOf(shops, 3, day),
  );
  for (const shown of days) expect(new Set(shown).size).toBe(3);
  expect(new Set(days.flat())).toEqual(new Set(shops));
});

it("turnOf: returns all of a short list, and none of an empty one", () => {
  expect(turnOf(["a", "b"], 3, "2026-11-25").toSorted()).toEqual(["a", "b"]);
  expect(turnOf([], 3, "2026-11-25")).toEqual([]);
});
