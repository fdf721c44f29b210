import { describe, expect, it } from "vitest";
import { typedDollars } from "./typedDollars";

describe("typedDollars", () => {
  it.each<[string, number]>([
    ["1500", 1500],
    ["1,500", 1500],
    ["$1500", 1500],
    ["$1,500.50", 1500.5],
    ["$ 10,000,000", 10_000_000],
    ["1 500", 1500],
    ["1\u00a0500,50\u00a0$", 1500.5],
    ["1\u202f500 $", 1500],
    [" 750,5 ", 750.5],
    ["0.99", 0.99],
  ])("reads %j as %d", (text, dollars) => {
    expect(typedDollars(text)).toBe(dollars);
  });

  it.each(["", "$", "a lot", "1,5000", "15 00", "1 500,000", "1,500,50,", "12.345", "-5", "1e3", "5 $ 5"])(
    "returns undefined for %j",
    (text) => {
      expect(typedDollars(text)).toBeUndefined();
    },
  );
});
