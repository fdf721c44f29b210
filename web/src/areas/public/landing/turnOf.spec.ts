import { expect, it } from "vitest";
import { turnOf } from "./turnOf";

const shops = ["a", "b", "c", "d", "e"];

it("turnOf shows everybody in the course of days, and nobody twice on one", () => {
  const days = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"].map((day) =>
    turnOf(shops, 3, day),
  );
  for (const shown of days) expect(new Set(shown).size).toBe(3);
  expect(new Set(days.flat())).toEqual(new Set(shops));
});

it("turnOf shows all of few, and none of none", () => {
  expect(turnOf(["a", "b"], 3, "2026-11-25").toSorted()).toEqual(["a", "b"]);
  expect(turnOf([], 3, "2026-11-25")).toEqual([]);
});
