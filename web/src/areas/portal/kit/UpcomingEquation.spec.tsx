// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { upcomingTerms } from "./UpcomingEquation";

const terms = [
  { kind: "REDEEMED", amount: 40.01 },
  { kind: "CAUSES", amount: -5 },
  { kind: "COMMISSION", amount: -2.5 },
  { kind: "TAX", amount: -0.33 },
  { kind: "RESERVE", amount: -2.51 },
] as const;
const next = { payday: "2026-04-06", amount: 29.67, pausedSince: null, terms: [...terms] };

function said(given: Parameters<typeof upcomingTerms>[0]) {
  const words = upcomingTerms(given).map(({ label, amount, sign }) => `${sign ?? ""}${label} ${amount}`);
  return words.map((word) => word.replaceAll("\u00a0", " "));
}

describe("upcomingTerms", () => {
  it("returns a sum that equals the next payout", () => {
    expect(said(next)).toEqual([
      "Redeemed 40.01",
      "−Shares of causes 5",
      "−Commission 2.5",
      "−Tax on commission 0.33",
      "−Held back for recent cards 2.51",
      "=Payout of April 6, 2026 29.67",
    ]);
  });

  it("returns what is still owed when sales cost more than was redeemed", () => {
    const behind = { ...next, amount: 0, terms: terms.slice(1, 4) };
    expect(said(behind)).toEqual([
      "−Shares of causes 5",
      "−Commission 2.5",
      "−Tax on commission 0.33",
      "=Taken off your next redemptions -7.83",
    ]);
  });

  it("returns no terms where nothing moved yet", () => {
    expect(said({ ...next, terms: [] })).toEqual([]);
  });
});
