// What left the cards at a counter, as terms of an equation.
import { m } from "@/i18n";
import type { Term } from "./Equation";

const inCents = (dollars: number) => Math.round(dollars * 100);

/** Redemptions; where a shop paid out cash, that is a term of its own, which it is owed likewise. */
export function redeemedTerms(redeemed: number | undefined, cash: number | undefined): readonly Term[] {
  const all = { label: m.reports_redeemed(), amount: redeemed, sign: "−" } as const;
  if (redeemed === undefined || cash === undefined || cash === 0) return [all];
  const goods = (inCents(redeemed) - inCents(cash)) / 100;
  return [
    { ...all, amount: goods },
    { label: m.reports_paid_in_cash(), amount: cash, sign: "−" },
  ];
}
