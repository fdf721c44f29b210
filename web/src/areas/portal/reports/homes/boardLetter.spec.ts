import { describe, expect, it } from "vitest";
import { letterOf, lettersUntil } from "./boardLetter";

describe("lettersUntil", () => {
  it("returns the last twelve complete months, across a change of year", () => {
    const months = lettersUntil("2025-03-31");
    expect(months).toHaveLength(12);
    expect([months[0], months[1], months[2], months[11]]).toEqual([
      "2025-02",
      "2025-01",
      "2024-12",
      "2024-03",
    ]);
  });
});

describe("letterOf", () => {
  const nothing = {
    campaigns: [],
    newest: [],
    purchasesEver: 3,
    running: [],
    shops: [],
    totalFundraising: 0,
    totalFundraisingEver: 12.5,
    totalPurchasedAmount: 0,
  };

  it("gives the total raised for a month without sales, and prints no zeros", () => {
    const { words, sheets, equations } = letterOf(nothing, "Food Bank", "2025-02", 9.5);
    expect(words?.join(" ").replaceAll("\u00a0", " ")).toBe(
      "Nothing was raised for Food Bank in February 2025: no gift card was sold for its campaigns. " +
        "From the day Food Bank joined to the end of February 2025, $9.50 was raised for it.",
    );
    expect([...sheets, ...equations]).toEqual([]);
  });

  it("starts with the donations of the month", () => {
    const sums = { totalPurchasedAmount: 100, totalFundraising: 9 };
    const shops = [{ vendorId: "ten_1", vendorName: "Maple Leaf Books", ...sums }];
    const { words, sheets } = letterOf({ ...nothing, ...sums, shops }, "Food Bank", "2025-02", 12.5);
    expect(words?.[0]?.replaceAll("\u00a0", " ")).toBe(
      "In February 2025, $9.00 was raised for Food Bank by gift cards for $100.00.",
    );
    expect(sheets).toHaveLength(2);
  });
});
