import { expect, it } from "vitest";
import { parseSearchInput, groupDigits } from "./searchInput";

const CODE = "7K".repeat(16);

it.each([
  ["8547", "8547"],
  ["85471", "8547 1"],
  ["5895765392440208", "5895 7653 9244 0208"],
  ["5895 7653 9244 02", "5895 7653 9244 02"],
  ["58957653924402081", "58957653924402081"],
  ["Ann 12345", "Ann 12345"],
  ["", ""],
])("groupDigits: formats %j as %j", (typed, shown) => {
  expect(groupDigits(typed)).toBe(shown);
});

it.each([
  ["5895 7653 9244 0208", { code: "5895765392440208" }],
  ["5895-7653-9244-0208", { code: "5895765392440208" }],
  [`8547FR1:${CODE}`, { code: `FR1:${CODE}` }],
  [CODE, { code: CODE }],
  ["8547", { search: "8547" }],
  ["8547 1", { search: "85471" }],
  [" Ann Roy ", { search: "Ann Roy" }],
])("parseSearchInput: returns for %j: %j", (typed, meant) => {
  expect(parseSearchInput(typed)).toEqual(meant);
});
