// Terms of a payout: why it is what it is. All pages and files about payouts show the same terms.
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import type { Term } from "@/shared/table/Equation";

export type PayoutTerm = components["schemas"]["PayoutTerm"];

const labels: Record<PayoutTerm["kind"], () => string> = {
  RAISED: m.payouts_term_raised,
  REDEEMED: m.payouts_term_redeemed,
  CASHED_OUT: m.payouts_term_cashed_out,
  CAUSES: m.payouts_term_causes,
  COMMISSION: m.payouts_term_commission,
  TAX: m.payouts_term_tax,
  CORRECTIONS: m.payouts_term_corrections,
  OWED_BEFORE: m.payouts_term_owed_before,
  PAID_OUT: m.payouts_term_paid_out,
  SINCE: m.payouts_since,
  HELD_BACK: m.payouts_held_back,
  RESERVE: m.payouts_reserve,
};

export const termLabel = ({ kind }: PayoutTerm) => labels[kind]();

/** Returns the terms for an equation: negative ones are subtracted. */
export function equationTerms(terms: readonly PayoutTerm[]): Term[] {
  return terms.map((term, position) => {
    const label = termLabel(term);
    if (term.amount < 0) return { label, amount: -term.amount, sign: "−" };
    return position === 0 ? { label, amount: term.amount } : { label, amount: term.amount, sign: "+" };
  });
}

/** Returns the sum of the terms in dollars, without errors of rounding. */
export function sumOfTerms(terms: readonly PayoutTerm[]): number {
  return terms.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}
