import { describe, expect, it } from "vitest";
import { formatChosenTime, formatSendTime } from "./sendTime";

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
    const time = { sendOn: "2026-12-25", sendHour: 9, sendZone: "America/St_Johns" };
    expect(plain(formatSendTime(time))).toBe("Dec 25, 2026, 9:00 a.m., Newfoundland Time (St. John’s)");
  });
});
