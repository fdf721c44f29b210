import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Notice } from "@/ui/layout/Notice";
import { ReportPage } from "@/areas/portal/reports/ReportPage";
import type { ReportColumn } from "@/areas/portal/reports/ReportTable";
import { useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { trialBalanceQuery, type TrialBalance } from "./queries";
import { accountText } from "./labels";

type Row = TrialBalance["accounts"][number];

const summary: readonly ReportColumn<TrialBalance>[] = [
  { label: m.books_debit, value: ({ totalDebit }) => totalDebit, isMoney: true, isInTiles: true },
  { label: m.books_credit, value: ({ totalCredit }) => totalCredit, isMoney: true, isInTiles: true },
  { label: m.books_vendors_held_back, value: ({ vendorsHeldBack }) => vendorsHeldBack, isMoney: true },
  { label: m.books_charities_held_back, value: ({ charitiesHeldBack }) => charitiesHeldBack, isMoney: true },
];

const details = (balance: TrialBalance | undefined): readonly ReportColumn<Row>[] => [
  { label: m.books_account, value: ({ account }) => accountText(account) },
  { label: m.books_opening, value: ({ opening }) => opening, isMoney: true, sum: balance && 0 },
  { label: m.books_debit, value: ({ debit }) => debit, isMoney: true, sum: balance?.totalDebit },
  { label: m.books_credit, value: ({ credit }) => credit, isMoney: true, sum: balance?.totalCredit },
  { label: m.books_closing, value: ({ closing }) => closing, isMoney: true, sum: balance && 0 },
];

function closedNotice({ closedAt, closedByName }: TrialBalance) {
  if (closedAt === null) return undefined;
  const moment = formatMoment(closedAt);
  return (
    <Notice>
      {closedByName === null
        ? m.books_closed_on({ moment })
        : m.books_closed_by({ moment, name: closedByName })}
    </Notice>
  );
}

/** Trial balance: opening balance, movements and closing balance of each kind of account. */
export function TrialBalancePage() {
  return (
    <ReportPage<TrialBalance, Row>
      title={m.books_trial_balance()}
      name="trial-balance"
      filter={useReportFilter()}
      queryOf={trialBalanceQuery}
      notice={closedNotice}
      equations={(balance) => [
        [
          { label: m.books_debit(), amount: balance?.totalDebit },
          { label: m.books_credit(), amount: balance?.totalCredit, sign: "=" },
        ],
      ]}
      summary={summary}
      details={details}
      rowsOf={({ accounts }) => accounts}
      definitions={m.books_trial_balance_definitions}
    />
  );
}
