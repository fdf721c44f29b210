import { expect, it } from "vitest";
import { foldLists } from "./foldLists";

it("foldLists: groups the gifts of a list at the place of the first", () => {
  const things = ["a", "b1", "c", "b2", "d1", "b1"].map((name) => ({ name }));
  const groups = foldLists(things, ({ name }) => (/^[bd]/.test(name) ? name.charAt(0) : null));
  expect(groups.map((group) => group.map(({ name }) => name).join(" "))).toEqual([
    "a",
    "b1 b2 b1",
    "c",
    "d1",
  ]);
});
