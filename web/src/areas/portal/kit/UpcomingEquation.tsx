import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import { Equation, type Term } from "@/shared/table/Equation";

type UpcomingPayout = components["schemas"]["UpcomingPayout"];

/** Returns an amount as a term; a negative one is subtracted. */
function term(label: string, amount: number): Term {
  return { label, amount: Math.abs(amount), sign: amount < 0 ? "−" : "+" };
}

/**
 * Returns the calculation of a shop's next payout: redemptions, less the shares of the cards sold.
 */
export function upcomingTerms({
  parts,
  amount,
  reserve,
  payday,
  pausedSince,
}: UpcomingPayout): readonly Term[] {
  if (!parts) return [];
  const { opening, redeemed, causes, platform, other, paid, owed } = parts;
  const rest = [
    [m.payouts_part_causes(), causes],
    [m.payouts_part_platform(), platform],
    [m.payouts_part_opening(), opening],
    [m.payouts_part_other(), other],
    [m.payouts_part_paid(), paid],
    [m.payouts_reserve(), reserve ? -reserve.amount : 0],
  ] as const;
  const when = pausedSince ? m.pauses_part_later() : m.payouts_part_next({ day: formatCalendarDate(payday) });
  return [
    { label: m.payouts_part_redeemed(), amount: redeemed },
    ...rest.filter(([, part]) => part !== 0).map(([label, part]) => term(label, part)),
    owed < 0
      ? { label: m.payouts_part_behind(), amount: owed, sign: "=", note: m.payouts_part_behind_note() }
      : { label: when, amount, sign: "=" },
  ];
}

/** Calculation of the next payout. Renders nothing while a payout is in progress. */
export function UpcomingEquation({ next }: { next: UpcomingPayout | undefined }) {
  const terms = next ? upcomingTerms(next) : [];
  if (terms.length === 0) return null;
  return (
    <section className="grid gap-2">
      <Equation label={m.summary_payout()} terms={terms} />
      <p className="text-sm text-ink-soft">{m.payouts_part_explained()}</p>
    </section>
  );
}
