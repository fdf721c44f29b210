import { describe, expect, it } from "vitest";
import { asTyped, centsOf, chargeOf, faultOf, quickAmounts, typedAmount, typedBill } from "./amount";

describe("amounts at the till", () => {
  it.each([
    ["12.5", "12.5"],
    ["12,50", "12.50"],
    ["12.505", "12.50"],
    [".5", "0.5"],
    ["007", "7"],
    ["0", "0"],
    ["0.0", "0.0"],
    ["1.2.3", "1.23"],
    ["$ 1 000", "1000"],
    ["123456789012", "1234567890"],
    ["abc", ""],
  ])("typedAmount reads %j as %j", (text, typed) => {
    expect(typedAmount(text)).toBe(typed);
  });

  it.each([
    ["", undefined],
    ["0.", 0],
    ["12.5", 1250],
    ["0.29", 29],
    ["1.15", 115],
    ["9999999999.99", 999_999_999_999],
  ])("centsOf returns for %j: %s", (typed, cents) => {
    expect(centsOf(typed)).toBe(cents);
  });

  it.each([
    ["3", "3", undefined],
    ["-3", "-3", "Invalid value number."],
    ["−12,50", "-12.50", "Invalid value number."],
    ["-", "-", "Invalid value number."],
    ["12-50", "1250", undefined],
  ])("typedBill reads %j as %j, and faultOf returns: %s", (text, typed, fault) => {
    expect(typedBill(text)).toBe(typed);
    expect(faultOf(centsOf(typedBill(text)), 200_000)).toBe(fault);
  });

  it("asTyped omits needless decimals", () => {
    expect([2500, 1450, 7].map(asTyped)).toEqual(["25", "14.50", "0.07"]);
  });

  it("chargeOf takes at most the balance, and the rest is owed", () => {
    expect(chargeOf(2000, 1450)).toEqual({ taken: 1450, left: 0, owed: 550 });
    expect(chargeOf(1000, 1450)).toEqual({ taken: 1000, left: 450, owed: 0 });
  });

  it.each<[number | undefined, number, string | undefined]>([
    [undefined, 2500, "Value field is required."],
    [0, 2500, "Value field must be greater than or equal to 1."],
    [99, 2500, "Value field must be greater than or equal to 1."],
    [100, 2500, undefined],
    [23, 23, undefined],
    [50, 23, undefined],
    [22, 23, "Value field must be greater than or equal to 1."],
    [0, 0, "Value field must be greater than or equal to 1."],
    [999_999_999_900, 2500, undefined],
    [999_999_999_901, 2500, "Value field must be less than or equal to 9999999999."],
  ])("faultOf returns for %s cents on a card of %s: %s", (bill, balance, fault) => {
    expect(faultOf(bill, balance)).toBe(fault);
  });

  it("quickAmounts returns round amounts below the balance", () => {
    expect(quickAmounts(10_000)).toEqual([1000, 2000, 5000]);
    expect(quickAmounts(1450)).toEqual([500, 1000]);
    expect(quickAmounts(500)).toEqual([]);
  });
});
