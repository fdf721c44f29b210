// Redemptions and cash-outs of a report, as terms of its equation.
import { m } from "@/i18n";
import type { Term } from "@/shared/table/Equation";

const inCents = (dollars: number) => Math.round(dollars * 100);

/**
 * Returns redemptions, with cash-outs as a term of their own if there are any. Both are owed to the
 * shop.
 */
export function redeemedTerms(redeemed: number | undefined, cash: number | undefined): readonly Term[] {
  const all = { label: m.reports_redeemed(), amount: redeemed, sign: "−" } as const;
  if (redeemed === undefined || cash === undefined || cash === 0) return [all];
  const goods = (inCents(redeemed) - inCents(cash)) / 100;
  return [
    { ...all, amount: goods },
    { label: m.reports_paid_in_cash(), amount: cash, sign: "−" },
  ];
}
