import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import { Equation, type Term } from "@/shared/table/Equation";
import { equationTerms, sumOfTerms } from "./payoutTerms";

type UpcomingPayout = components["schemas"]["UpcomingPayout"];

/** Returns the calculation of a payee's next payout. */
export function upcomingTerms({
  // Absent from servers of the previous release.
  terms = [],
  amount,
  payday,
  pausedSince,
}: Pick<UpcomingPayout, "amount" | "payday" | "pausedSince"> &
  Partial<Pick<UpcomingPayout, "terms">>): readonly Term[] {
  if (terms.length === 0) return [];
  const sum = sumOfTerms(terms);
  const when = pausedSince ? m.pauses_part_later() : m.payouts_part_next({ day: formatCalendarDate(payday) });
  return [
    ...equationTerms(terms),
    sum < 0
      ? { label: m.payouts_part_behind(), amount: sum, sign: "=", note: m.payouts_part_behind_note() }
      : { label: when, amount, sign: "=" },
  ];
}

interface UpcomingEquationProps {
  next: UpcomingPayout | undefined;
  /** Whether the payee is a shop, whose shares are due when a card is sold. */
  isOfShop: boolean;
}

/** Calculation of the next payout. Renders nothing before the first sale. */
export function UpcomingEquation({ next, isOfShop }: UpcomingEquationProps) {
  const terms = next ? upcomingTerms(next) : [];
  if (terms.length === 0) return null;
  return (
    <section className="grid gap-2">
      <Equation label={m.summary_payout()} terms={terms} />
      {isOfShop && <p className="text-sm text-ink-soft">{m.payouts_part_explained()}</p>}
    </section>
  );
}
