import { expect, it } from "vitest";
import { comparison, periodInWords } from "./comparison";

it("comparison: shows a percentage, unless one of the amounts is negative", () => {
  expect(comparison(150, 100)).toBe("Before: $100.00 (+50%)");
  expect(comparison(-197.9, 100)).toBe("Before: $100.00");
  expect(comparison(100, 0)).toBe("Before: $0.00");
});

it("periodInWords: shows a single day once", () => {
  const day = "2025-03-04";
  expect(periodInWords({ startDate: day, endDate: day }, false)).not.toContain("to");
  expect(periodInWords({ startDate: day, endDate: "2025-03-05" }, false)).toContain("to");
});
