import { describe, expect, it } from "vitest";
import { chosenTimeOf, formatChosenTime, formatSendTime } from "./sendTime";

const plain = (text: string | undefined) => text?.replaceAll(/[\u00a0\u202f]/g, " ");

describe("formatChosenTime", () => {
  it("returns the local day and hour, with a chosen time zone", () => {
    const chosen = { sendOn: "2026-12-25", sendHour: 9, sendZone: null };
    expect(plain(formatChosenTime(chosen))).toBe("Dec 25, 2026, 9:00 a.m.");
    expect(plain(formatChosenTime({ ...chosen, sendHour: 0, sendZone: "America/Vancouver" }))).toBe(
      "Dec 25, 2026, 12:00 a.m., Pacific Time (Vancouver)",
    );
    expect(formatChosenTime({ sendOn: null, sendHour: 9, sendZone: null })).toBeUndefined();
    expect(formatChosenTime({})).toBeUndefined();
  });
});

describe("formatSendTime", () => {
  it("returns the time that the clocks of the place show", () => {
    expect(plain(formatSendTime("2026-12-25T12:30:00Z", "America/St_Johns"))).toBe(
      "Dec 25, 2026, 9:00 a.m., Newfoundland Time (St. John’s)",
    );
  });
});

describe("chosenTimeOf", () => {
  it("returns the local day and hour of a moment", () => {
    expect(chosenTimeOf("2027-01-01T03:00:00Z", "America/Halifax")).toEqual({
      sendOn: "2026-12-31",
      sendHour: 23,
      sendZone: "America/Halifax",
    });
  });
});
