// Columns of a run's payouts. Drafts show the account to which they will be paid, and since when it is on file.
import { m } from "@/i18n";
import { businessDateOf, businessToday, formatCalendarDate } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Money } from "@/ui/Money";
import { stateColumn } from "@/areas/portal/payouts/stateColumn";
import type { PayoutOfRun } from "./queries";

const DAY = 24 * 3600 * 1000;

/** Changes of an account within these days are shown as a warning. */
const RECENT_DAYS = 30;

function daysSince(moment: string): number {
  const [then, today] = [businessDateOf(new Date(moment)), businessToday()].map((day) =>
    Date.parse(`${day}T00:00:00Z`),
  );
  return Math.round(((today ?? 0) - (then ?? 0)) / DAY);
}

/** Returns when an account was entered, such as "changed 2 days ago". */
export function changedWhen(moment: string): string {
  const days = daysSince(moment);
  return days <= 0 ? m.runs_changed_today() : m.runs_changed_days({ count: days });
}

function accountText({ bankAccount, destination, state }: PayoutOfRun): string {
  if (bankAccount !== null) return bankAccount;
  if (destination === null) return state === "DRAFT" ? m.payouts_bank_account_none() : "–";
  return destination.bankAccount;
}

function Account({ payout }: { payout: PayoutOfRun }) {
  const changedAt = payout.destination?.changedAt ?? null;
  return (
    <>
      {accountText(payout)}
      {changedAt !== null && (
        <span
          className={
            daysSince(changedAt) <= RECENT_DAYS ? "block text-sm text-warning" : "block text-sm text-ink-soft"
          }
        >
          {changedWhen(changedAt)}
        </span>
      )}
    </>
  );
}

/** Returns what the payee is owed, without errors of rounding. A part of it may be held back. */
const dueOf = ({ amount, heldBack, reserve }: PayoutOfRun) =>
  Math.round((amount + heldBack + reserve) * 100) / 100;

/** Reason why the reader can't approve a draft, or why it was excluded or failed. */
function reasonOf({ refusal, failure, failureRequest }: PayoutOfRun): string {
  if (refusal !== null) {
    const from = refusal.approvableFrom;
    if (from !== null) return m.payouts_approvable_from({ day: formatCalendarDate(from) });
    return refusal.errorMessage;
  }
  if (failureRequest !== null) return m.runs_failure_reported({ reference: failureRequest.reference });
  return failure ?? "";
}

export const runColumns: readonly Column<PayoutOfRun>[] = [
  { id: "tenantName", label: m.payouts_payee, text: ({ tenantName }) => tenantName },
  stateColumn,
  {
    id: "account",
    label: m.payouts_bank_account,
    text: accountText,
    cell: (payout) => <Account payout={payout} />,
  },
  {
    id: "due",
    label: m.runs_due,
    isNumber: true,
    isDeskOnly: true,
    text: dueOf,
    cell: (payout) => <Money amount={dueOf(payout)} />,
  },
  {
    id: "heldBack",
    label: m.payouts_held_back,
    isNumber: true,
    isDeskOnly: true,
    text: ({ heldBack, reserve }) => heldBack + reserve,
    cell: ({ heldBack, reserve }) => (heldBack + reserve === 0 ? "–" : <Money amount={heldBack + reserve} />),
  },
  {
    id: "amount",
    label: m.payouts_amount,
    isNumber: true,
    text: ({ amount }) => amount,
    cell: ({ amount }) => <Money amount={amount} className="font-semibold" />,
  },
  {
    id: "note",
    label: m.runs_note,
    isLong: true,
    // Most rows have none, and a label without a text would puzzle.
    isPlain: true,
    text: reasonOf,
    cell: (payout) => <span className="text-sm">{reasonOf(payout)}</span>,
  },
  {
    id: "reference",
    label: m.payouts_reference,
    isDeskOnly: true,
    isWideOnly: true,
    text: ({ reference }) => reference ?? "",
  },
];
