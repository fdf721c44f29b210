import { describe, expect, it } from "vitest";
import { amountsOf, causeShare } from "./amounts";

describe("the amounts of a shop", () => {
  it.each([
    ["Amount25,Amount50,Amount75,Amount100", [25, 50, 75, 100]],
    ["Amount100,Amount25", [25, 100]],
    ["amount50, 25", [25, 50]],
    ["Amount50,Amount50", [50]],
    ["0", []],
    ["", []],
    ["Amount", []],
    ["Amount25.5,AmountNaN,Amount-25", []],
  ])("of %j are %j", (labels, amounts) => {
    expect(amountsOf(labels)).toEqual(amounts);
  });
});

it.each([
  [25, 10, 2.5],
  [25, 5, 1.25],
  [75, 7, 5.25],
  [50, 9, 4.5],
  [100, 8, 8],
])("of a card of $%d at %d %% the cause gets $%d", (amount, rate, share) => {
  expect(causeShare(amount, rate)).toBe(share);
});
