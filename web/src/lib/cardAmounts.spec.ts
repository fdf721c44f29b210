import { expect, it } from "vitest";
import { amountsOf, labelsOf } from "./cardAmounts";

it.each([
  ["Amount50,Amount25", [25, 50]],
  [" amount100 , Amount75,", [75, 100]],
  ["Amount25,Amount25", [25]],
  ["0", []],
  ["", []],
  ["nonsense", []],
  ["Amount25.5,AmountNaN,Amount-25", []],
])("reads %j as %j", (labels, amounts) => {
  expect(amountsOf(labels)).toEqual(amounts);
});

it.each([
  [[100, 25], "Amount25,Amount100"],
  [[], "0"],
])("writes %j as %j", (amounts, labels) => {
  expect(labelsOf(amounts)).toBe(labels);
});
