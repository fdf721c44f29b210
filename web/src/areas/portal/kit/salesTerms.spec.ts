import { describe, expect, it } from "vitest";
import { salesOfReport, salesTerms } from "./salesTerms";

const signs = (sales: Parameters<typeof salesTerms>[0]) =>
  salesTerms(sales).map(({ label, amount, sign = "" }) => `${sign}${label} ${amount}`);

describe("salesTerms", () => {
  it("returns gross, refunds and net", () => {
    const sales = salesOfReport({ grossSold: 150, refunds: 25, totalPurchasedAmount: 125 });
    expect(signs(sales)).toEqual(["Gross sold 150", "−Refunds 25", "=Net sold 125"]);
  });

  it("returns only net from a server that doesn't know the others", () => {
    expect(signs(salesOfReport({ totalPurchasedAmount: 125 }))).toEqual(["Net sold 125"]);
  });

  it("returns three terms while they load", () => {
    expect(salesTerms(salesOfReport(undefined))).toHaveLength(3);
  });
});
