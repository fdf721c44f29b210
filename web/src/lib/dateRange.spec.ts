import { describe, expect, it } from "vitest";
import { faultsOf, isCalendarDate, isSound } from "./dateRange";

describe("faultsOf", () => {
  it.each([
    ["2025-03-01", "2025-03-31"],
    ["2025-03-01", "2025-03-01"],
    ["2024-02-29", "2025-01-01"],
  ])("accepts %s to %s", (startDate, endDate) => {
    expect(faultsOf({ startDate, endDate })).toEqual({});
    expect(isSound({ startDate, endDate })).toBe(true);
  });

  it.each(["", "2025-02-30", "2025-13-01", "2025-3-1", "03/01/2025", "2025-03-01T00:00", "never"])(
    "reports the format of %j",
    (wrong) => {
      expect(isCalendarDate(wrong)).toBe(false);
      expect(faultsOf({ startDate: wrong, endDate: "2025-03-01" })).toEqual({
        startDate: "Wrong date format",
      });
      expect(faultsOf({ startDate: "2025-03-01", endDate: wrong })).toEqual({ endDate: "Wrong date format" });
    },
  );

  it("reports an end before the start at both fields", () => {
    expect(faultsOf({ startDate: "2025-03-02", endDate: "2025-03-01" })).toEqual({
      startDate: "Start Date must be less than End Date",
      endDate: "End Date must be greater than Start Date",
    });
  });

  it.each([
    ["", ""],
    ["2025-03-01", ""],
    ["", "2025-03-01"],
  ])("accepts open ends: %j to %j", (startDate, endDate) => {
    expect(faultsOf({ startDate, endDate }, "open")).toEqual({});
  });

  it("refuses an invalid date in a range with an open end", () => {
    expect(faultsOf({ startDate: "never", endDate: "" }, "open")).toEqual({ startDate: "Wrong date format" });
  });
});
