import { describe, expect, it } from "vitest";
import { closestFirst, resolutionsFor } from "./labels";
import type { BankLine, BankTargets } from "./queries";

const line = (amount: number) => ({ amount }) as BankLine;
const none: BankTargets = { deposits: [], files: [], payouts: [] };
const deposit = { id: "gdp_1", batchId: "7", settledOn: "2026-03-10", net: 125.1 };
const file = { id: "pex_1", number: 4, accountId: "bka_1", fundsOn: "2026-03-11", total: 12.5 };
const payout = { id: "pay_1", payeeName: "Maple", lastDay: "2026-03-09", amount: 7, isReturned: true };

describe("resolutionsFor", () => {
  it("returns the meaning with a target of the same amount first", () => {
    const targets = { deposits: [deposit], files: [file], payouts: [payout] };
    expect(resolutionsFor(line(125.1), targets, false)[0]).toBe("DEPOSITS");
    expect(resolutionsFor(line(-12.5), targets, false)[0]).toBe("PAYOUT_FILE");
    expect(resolutionsFor(line(7), targets, false)[0]).toBe("PAYOUT_RETURNED");
    expect(resolutionsFor(line(-125.1), targets, false)).not.toContain("PAYOUT_RETURNED");
  });

  it("leaves out meanings without targets", () => {
    expect(resolutionsFor(line(5), none, false)).toEqual(["FEE", "CHARGEBACK", "REFUND", "OTHER"]);
    expect(resolutionsFor(line(5), none, true)).toContain("OWN_TRANSFER");
  });
});

describe("closestFirst", () => {
  it("returns the targets sorted by their distance from the amount", () => {
    const sorted = closestFirst([1, 4, 9], (amount) => amount, 5);
    expect(sorted).toEqual([4, 1, 9]);
  });
});
