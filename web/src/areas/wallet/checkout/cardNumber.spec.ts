import { describe, expect, it } from "vitest";
import { brandOf, groupByFours, isCardNumber } from "./cardNumber";

describe("payment card numbers", () => {
  it.each([
    ["Visa", "4111111111111111"],
    ["Visa", "4222222222222"],
    ["Mastercard", "5555555555554444"],
    ["Mastercard", "2223003122003222"],
    ["American Express", "378282246310005"],
    ["Discover", "6011111111111117"],
    ["Diners Club", "30569309025904"],
    ["JCB", "3530111333300000"],
  ])("isCardNumber and brandOf accept %s: %s", (brand, number) => {
    expect(isCardNumber(number)).toBe(true);
    expect(isCardNumber(groupByFours(number))).toBe(true);
    expect(brandOf(number.slice(0, 4))).toBe(brand);
  });

  it.each([
    ["a wrong check digit", "4111111111111112"],
    ["thirteen digits that aren't Visa's", "5555555555554"],
    ["too few", "411111111111"],
    ["fourteen digits of Visa", "41111111111111"],
    ["a brand that nobody knows", "9999999999999995"],
    ["sixteen digits of American Express", "3782822463100054"],
    ["nothing", ""],
  ])("isCardNumber rejects %s: %s", (_fault, number) => {
    expect(isCardNumber(number)).toBe(false);
  });

  it.each([
    ["4", "4"],
    ["41111", "4111 1"],
    ["4111-1111/1111 1111", "4111 1111 1111 1111"],
    ["41111111111111119999", "4111 1111 1111 1111"],
    ["no digits", ""],
  ])("groupByFours formats %j as %j", (typed, shown) => {
    expect(groupByFours(typed)).toBe(shown);
  });

  it("brandOf returns undefined for too few digits", () => {
    expect(["", "3", "6", "9"].map(brandOf)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
