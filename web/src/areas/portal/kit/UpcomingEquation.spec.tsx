// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { upcomingTerms } from "./UpcomingEquation";

const parts = { opening: 0, redeemed: 40.01, causes: -5, platform: -2.5, other: 0, paid: 0, owed: 32.51 };
const next = {
  payday: "2026-04-06",
  amount: 30,
  bankEnding: null,
  pausedSince: null,
  payoutId: null,
  state: null,
  reserve: { amount: 2.51, percent: 10, since: "2026-03-01", until: "2026-05-01" },
};

function said(given: Parameters<typeof upcomingTerms>[0]) {
  const words = upcomingTerms(given).map(({ label, amount, sign }) => `${sign ?? ""}${label} ${amount}`);
  return words.map((word) => word.replaceAll("\u00a0", " "));
}

describe("upcomingTerms", () => {
  it("returns a sum that equals the next payout", () => {
    expect(said({ ...next, parts })).toEqual([
      "Redeemed since the last payout 40.01",
      "−Shares of causes 5",
      "−Platform’s part 2.5",
      "−Held back for recent cards 2.51",
      "=Payout of April 6, 2026 30",
    ]);
  });

  it("returns what is still owed when sales cost more than was redeemed", () => {
    const behind = { ...parts, redeemed: 0, owed: -7.5 };
    expect(said({ ...next, amount: 0, reserve: null, parts: behind }).at(-1)).toBe(
      "=Taken off your next redemptions -7.5",
    );
  });

  it("returns no terms while a payout is in progress", () => {
    expect(said({ ...next, parts: null })).toEqual([]);
  });
});
