import { describe, expect, it, vi } from "vitest";
import { userNarrowing } from "./narrowing";

const asked = (filters: Record<string, string>) => ({ filter: (name: string) => filters[name] });

describe("userNarrowing", () => {
  it("turns a visit filter into a day, and ignores invalid values", () => {
    vi.setSystemTime("2026-03-31T16:00:00Z");
    const all = { role: "MANAGER", hasSecondFactor: "false", seen: "not-month" };
    expect(userNarrowing(asked(all), true)).toEqual({
      role: "MANAGER",
      hasSecondFactor: false,
      notSeenSince: "2026-03-01",
    });
    expect(userNarrowing(asked({ seen: "week" }), true)).toEqual({ seenSince: "2026-03-24" });
    expect(userNarrowing(asked({ role: "KING", hasSecondFactor: "maybe", seen: "ever" }), true)).toEqual({});
    vi.useRealTimers();
  });

  it("filters a manager's list by role only", () => {
    const all = { role: "EMPLOYEE", hasSecondFactor: "true", seen: "week" };
    expect(userNarrowing(asked(all), false)).toEqual({ role: "EMPLOYEE" });
  });
});
