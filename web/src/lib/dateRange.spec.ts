import { describe, expect, it } from "vitest";
import { faultsOf, isCalendarDate, isSound } from "./dateRange";

describe("a range of days", () => {
  it.each([
    ["2025-03-01", "2025-03-31"],
    ["2025-03-01", "2025-03-01"],
    ["2024-02-29", "2025-01-01"],
  ])("from %s to %s is fine", (startDate, endDate) => {
    expect(faultsOf({ startDate, endDate })).toEqual({});
    expect(isSound({ startDate, endDate })).toBe(true);
  });

  it.each(["", "2025-02-30", "2025-13-01", "2025-3-1", "03/01/2025", "2025-03-01T00:00", "never"])(
    "with %j is in the wrong format",
    (wrong) => {
      expect(isCalendarDate(wrong)).toBe(false);
      expect(faultsOf({ startDate: wrong, endDate: "2025-03-01" })).toEqual({
        startDate: "Wrong date format",
      });
      expect(faultsOf({ startDate: "2025-03-01", endDate: wrong })).toEqual({ endDate: "Wrong date format" });
    },
  );

  it("that ends before it starts says so at both ends", () => {
    expect(faultsOf({ startDate: "2025-03-02", endDate: "2025-03-01" })).toEqual({
      startDate: "Start Date must be less than End Date",
      endDate: "End Date must be greater than Start Date",
    });
  });

  it.each([
    ["", ""],
    ["2025-03-01", ""],
    ["", "2025-03-01"],
  ])("may be open at its ends: from %j to %j", (startDate, endDate) => {
    expect(faultsOf({ startDate, endDate }, "open")).toEqual({});
  });

  it("that is open at one end still refuses what is no day", () => {
    expect(faultsOf({ startDate: "never", endDate: "" }, "open")).toEqual({ startDate: "Wrong date format" });
  });
});
