import { describe, expect, it } from "vitest";
import { amountsOf, customAmountsOf, isSold, labelsOf, priceRangeOf } from "./cardAmounts";

it.each([
  ["Amount50,Amount25", [25, 50]],
  [" amount100 , Amount75,", [75, 100]],
  ["Amount25,Amount25", [25]],
  ["0", []],
  ["", []],
  ["nonsense", []],
  ["Amount25.5,AmountNaN,Amount-25", []],
])("amountsOf: reads %j as %j", (labels, amounts) => {
  expect(amountsOf(labels)).toEqual(amounts);
});

it.each([
  [[100, 25], "Amount25,Amount100"],
  [[], "0"],
])("labelsOf: writes %j as %j", (amounts, labels) => {
  expect(labelsOf(amounts)).toBe(labels);
});

describe("customAmountsOf", () => {
  it("returns ascending limits only", () => {
    expect(customAmountsOf("10-200")).toEqual({ from: 10, to: 200 });
    for (const wrong of [null, undefined, "", "10", "4-20", "20-10", "10-501", "1.5-20", "-5-10"]) {
      expect(customAmountsOf(wrong)).toBeUndefined();
    }
  });
});

describe("isSold", () => {
  it("returns true for fixed amounts and whole ones within the limits", () => {
    const offer = { amount: "Amount25", customAmount: "30-200" };
    expect([25, 30, 37, 200].every((amount) => isSold(amount, offer))).toBe(true);
    expect([29, 37.5, 201, Number.NaN].some((amount) => isSold(amount, offer))).toBe(false);
    expect(isSold(37, { ...offer, customAmount: null })).toBe(false);
  });
});

describe("priceRangeOf", () => {
  it("returns the limits among the fixed amounts", () => {
    expect(priceRangeOf({ amount: "Amount25,Amount50", customAmount: "10-40" })).toEqual([10, 25, 40, 50]);
  });
});
