import { describe, expect, it } from "vitest";
import { periodBefore, presetsOf } from "./useReportFilter";

describe("presetsOf", () => {
  it("returns the previous month, also across years and in leap years", () => {
    expect(presetsOf("2026-01-31").lastMonth).toEqual({ startDate: "2025-12-01", endDate: "2025-12-31" });
    expect(presetsOf("2024-03-31").lastMonth).toEqual({ startDate: "2024-02-01", endDate: "2024-02-29" });
    expect(presetsOf("2026-11-23").thisMonth).toEqual({ startDate: "2026-11-01", endDate: "2026-11-30" });
    expect(presetsOf("2026-11-23").thisYear).toEqual({ startDate: "2026-01-01", endDate: "2026-12-31" });
  });
});

describe("periodBefore", () => {
  it.each([
    ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"],
    ["2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31"],
    ["2024-03-01", "2024-03-31", "2024-02-01", "2024-02-29"],
    ["2026-03-09", "2026-03-15", "2026-03-02", "2026-03-08"],
    ["2026-03-01", "2026-03-01", "2026-02-28", "2026-02-28"],
  ])("for %s to %s returns %s to %s", (startDate, endDate, start, end) => {
    expect(periodBefore({ startDate, endDate }, "2026-11-27")).toEqual({ startDate: start, endDate: end });
  });

  it.each([
    ["2026-11-03", "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-03"],
    ["2026-03-30", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["2026-01-15", "2026-01-01", "2026-01-31", "2025-12-01", "2025-12-15"],
    ["2026-11-27", "2026-01-01", "2026-12-31", "2025-01-01", "2025-11-27"],
    // On its last day a month counts as complete; a future month is compared as a whole.
    ["2026-11-30", "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
    ["2026-11-27", "2026-12-01", "2026-12-31", "2026-11-01", "2026-11-30"],
  ])("on %s, for the unfinished %s to %s: returns %s to %s", (today, startDate, endDate, start, end) => {
    expect(periodBefore({ startDate, endDate }, today)).toEqual({ startDate: start, endDate: end });
  });
});
