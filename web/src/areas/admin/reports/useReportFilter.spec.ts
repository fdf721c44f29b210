import { describe, expect, it } from "vitest";
import { presetsOf } from "./useReportFilter";

describe("presets of reports", () => {
  it("know the month before, also across a year and in leap years", () => {
    expect(presetsOf("2026-01-31").lastMonth).toEqual({ startDate: "2025-12-01", endDate: "2025-12-31" });
    expect(presetsOf("2024-03-31").lastMonth).toEqual({ startDate: "2024-02-01", endDate: "2024-02-29" });
    expect(presetsOf("2026-11-23").thisMonth).toEqual({ startDate: "2026-11-01", endDate: "2026-11-30" });
    expect(presetsOf("2026-11-23").thisYear).toEqual({ startDate: "2026-01-01", endDate: "2026-12-31" });
  });
});
