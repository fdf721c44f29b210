// Names of payout runs and of their parts.
import { m } from "@/i18n";
import { formatCalendarDate, formatMonth, monthAround } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import type { LeftOutReason, PayoutRun } from "./queries";

/** Returns the name of a run: its month, or its last day if that is not the end of a month. */
export function runName({ lastDay }: Pick<PayoutRun, "lastDay">): string {
  if (monthAround(lastDay).endDate === lastDay) return formatMonth(lastDay.slice(0, 7));
  return m.runs_until({ day: formatCalendarDate(lastDay) });
}

/** Returns the number of payees and the sum of a run. */
export function runSum({ all }: Pick<PayoutRun, "all">): string {
  return m.runs_sum({ count: all.count, amount: formatMoney(all.amount) });
}

const steps = [
  ["drafted", m.runs_to_approve],
  ["approved", m.runs_to_send],
  ["exported", m.runs_at_bank],
  ["paid", m.runs_paid],
  ["failed", m.runs_failed],
  ["excluded", m.runs_excluded],
] as const;

/** Returns the parts of a run that have payouts, such as "18 to approve". */
export function runParts(run: PayoutRun): readonly { part: (typeof steps)[number][0]; text: string }[] {
  return steps.flatMap(([part, text]) =>
    run[part].count === 0 ? [] : [{ part, text: text({ count: run[part].count }) }],
  );
}

/** Returns the whole state of a run in one line. */
export function runSentence(run: PayoutRun): string {
  const parts = runParts(run).map(({ text }) => text);
  return [m.runs_named({ name: runName(run), sum: runSum(run) }), ...parts].join(" · ");
}

const reasons: Record<LeftOutReason, () => string> = {
  NEGATIVE: m.runs_left_negative,
  BELOW_MINIMUM: m.runs_left_minimum,
  RESERVED: m.runs_left_reserved,
  PAUSED: m.runs_left_paused,
  DRAFTED: m.runs_left_drafted,
};

export const leftOutReason = (reason: LeftOutReason) => reasons[reason]();
