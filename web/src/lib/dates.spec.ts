import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import {
  businessDateOf,
  formatCalendarDate,
  formatCalendarDay,
  formatDay,
  formatMoment,
  monthAround,
} from "@/lib/dates";

const lateEveningInToronto = "2025-03-06T03:30:00Z";
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

afterEach(() => renderIn("en"));

describe("date formats", () => {
  it("use the day in Toronto", () => {
    renderIn("en");
    expect(formatDay(lateEveningInToronto)).toBe("Mar\u00a05,\u00a02025");
    expect(plain(formatMoment(lateEveningInToronto))).toBe("Mar 5, 2025, 10:30 p.m.");
    expect(businessDateOf(new Date(lateEveningInToronto))).toBe("2025-03-05");
  });

  it("break no line within a day or a time, but may between them", () => {
    expect(formatMoment(lateEveningInToronto)).toMatch(/^Mar\u00a05,\u00a02025, 10:30\u00a0p\.m\.$/);
    renderIn("fr");
    expect(formatMoment("2025-03-05T15:08:00Z")).toBe("5\u00a0mars\u00a02025, 10\u00a0h\u00a008");
  });

  it("exist in French", () => {
    renderIn("fr");
    expect(plain(formatDay(lateEveningInToronto))).toBe("5 mars 2025");
    expect(plain(formatCalendarDate("2025-08-01"))).toBe("1er août 2025");
    expect(plain(formatCalendarDate("2025-08-11"))).toBe("11 août 2025");
    expect(formatCalendarDate("2026-12-12")).toBe("12\u00a0décembre\u00a02026");
    expect(plain(formatMoment("2025-03-05T09:58:00Z"))).toBe("5 mars 2025, 4 h 58");
    expect(plain(formatMoment("2025-03-05T15:08:00Z"))).toBe("5 mars 2025, 10 h 08");
    expect(plain(formatMoment("2025-03-05T05:03:00Z"))).toBe("5 mars 2025, 0 h 03");
  });

  it("keep a calendar date on its day", () => {
    renderIn("en");
    expect(plain(formatCalendarDate("2025-01-01"))).toBe("January 1, 2025");
    expect(plain(formatCalendarDay("2025-01-01"))).toBe("Jan 1, 2025");
  });

  it("know the length of months", () => {
    expect(monthAround("2025-01-31")).toEqual({ startDate: "2025-01-01", endDate: "2025-01-31" });
    expect(monthAround("2024-02-10")).toEqual({ startDate: "2024-02-01", endDate: "2024-02-29" });
    expect(monthAround("2025-12-01")).toEqual({ startDate: "2025-12-01", endDate: "2025-12-31" });
  });
});
