import { describe, expect, it } from "vitest";
import { spansOf } from "./daysChart";

const row = (day: string, sold: number) => ({
  day,
  totalCardsSold: 1,
  totalPurchasedAmount: sold,
  totalRedeemedAmount: 0.1,
  totalPaidOutInCash: 0,
  totalFundraising: 0,
  totalFunrayRevenue: 0,
});

describe("spansOf", () => {
  it("returns each day of a month, including those without a sale and the one when clocks change", () => {
    const spans = spansOf({ startDate: "2026-03-07", endDate: "2026-03-10" }, [row("2026-03-08", 25)]);
    expect(spans.map(({ start, sold }) => [start, sold])).toEqual([
      ["2026-03-07", 0],
      ["2026-03-08", 25],
      ["2026-03-09", 0],
      ["2026-03-10", 0],
    ]);
    expect(spans[1]?.label).toBe("Mar 8");
  });

  it("adds up the months of a year to the cent", () => {
    const days = [row("2026-01-31", 25), row("2026-02-01", 10), row("2026-02-28", 5), row("2026-02-27", 0)];
    const spans = spansOf({ startDate: "2026-01-01", endDate: "2026-12-31" }, days);
    expect(spans).toHaveLength(12);
    expect(spans.slice(0, 3).map(({ sold, redeemed }) => [sold, redeemed])).toEqual([
      [25, 0.1],
      [15, 0.3],
      [0, 0],
    ]);
    expect(spans[1]?.label).toBe("Feb 2026");
  });

  it("returns only the active part of a very long range", () => {
    const days = [row("2025-11-30", 1), row("2026-02-01", 1)];
    const spans = spansOf({ startDate: "0001-01-01", endDate: "9999-12-31" }, days);
    expect(spans.map(({ start }) => start)).toEqual(["2025-11-01", "2025-12-01", "2026-01-01", "2026-02-01"]);
  });
});
