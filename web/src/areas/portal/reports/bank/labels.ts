// Labels of the bank side.
import { m } from "@/i18n";
import { formatCalendarDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import type { BankLine, BankTargets, Resolution } from "./queries";

const resolutions: Record<Resolution, () => string> = {
  DEPOSITS: m.bank_is_deposits,
  PAYOUT_FILE: m.bank_is_payout_file,
  PAYOUT: m.bank_is_payout,
  PAYOUT_RETURNED: m.bank_is_payout_returned,
  REFUND: m.bank_is_refund,
  CHARGEBACK: m.bank_is_chargeback,
  FEE: m.bank_is_fee,
  OWN_TRANSFER: m.bank_is_own_transfer,
  OTHER: m.bank_is_other,
};

export const resolutionText = (resolution: Resolution) => resolutions[resolution]();

/** Meanings that need a reason. */
export const WITH_REASON: readonly Resolution[] = ["REFUND", "CHARGEBACK", "OTHER"];

const cents = (dollars: number) => Math.round(dollars * 100);

/** Returns whether two amounts are equal to the cent. */
export const isSame = (left: number, right: number) => cents(left) === cents(right);

/** Returns the meanings that fit a line, the likeliest first. */
export function resolutionsFor(
  { amount }: BankLine,
  targets: BankTargets,
  hasAccounts: boolean,
): Resolution[] {
  const isReceived = amount > 0;
  const hasReturned = targets.payouts.some(({ isReturned }) => isReturned);
  const hasUnpaid = targets.payouts.some(({ isReturned }) => !isReturned);
  const likely: [Resolution, boolean][] = [
    ["DEPOSITS", targets.deposits.length > 0],
    ["PAYOUT_FILE", !isReceived && targets.files.length > 0],
    ["PAYOUT", !isReceived && hasUnpaid],
    ["PAYOUT_RETURNED", isReceived && hasReturned],
    ["FEE", true],
    ["OWN_TRANSFER", hasAccounts],
    ["CHARGEBACK", true],
    ["REFUND", true],
    ["OTHER", true],
  ];
  const fitting = likely.filter(([, fits]) => fits).map(([resolution]) => resolution);
  const first = guess(amount, targets);
  return first === undefined ? fitting : [first, ...fitting.filter((one) => one !== first)];
}

/** Returns the meaning of which a target has the amount of the line. */
function guess(amount: number, { deposits, files, payouts }: BankTargets): Resolution | undefined {
  if (deposits.some(({ net }) => isSame(net, amount))) return "DEPOSITS";
  if (files.some(({ total }) => isSame(-total, amount))) return "PAYOUT_FILE";
  if (payouts.some((one) => !one.isReturned && isSame(-one.amount, amount))) return "PAYOUT";
  if (payouts.some((one) => one.isReturned && isSame(one.amount, amount))) return "PAYOUT_RETURNED";
  return undefined;
}

/** Puts the targets with the amount of the line first. */
export function closestFirst<Target>(
  targets: readonly Target[],
  amountOf: (target: Target) => number,
  amount: number,
): Target[] {
  const distance = (target: Target) => Math.abs(cents(amountOf(target)) - cents(amount));
  return targets.toSorted((left, right) => distance(left) - distance(right));
}

export const depositText = ({ batchId, settledOn, net }: BankTargets["deposits"][number]) =>
  m.bank_deposit_choice({ batch: batchId, day: formatCalendarDay(settledOn), amount: formatMoney(net) });

export const fileText = ({ number, fundsOn, total }: BankTargets["files"][number]) =>
  m.bank_file_choice({ number, day: formatCalendarDay(fundsOn), amount: formatMoney(total) });

export const payoutText = ({ payeeName, lastDay, amount }: BankTargets["payouts"][number]) =>
  m.bank_payout_choice({ payee: payeeName, day: formatCalendarDay(lastDay), amount: formatMoney(amount) });
