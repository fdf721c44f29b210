import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Notice } from "@/ui/layout/Notice";
import { ReportPage } from "@/areas/portal/reports/ReportPage";
import type { ReportColumn } from "@/areas/portal/reports/ReportTable";
import { useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { bookAccountsQuery, trialBalanceQuery, type BookAccount, type TrialBalance } from "./queries";
import { accountText, accountTypeText, inChart } from "./labels";

type Row = TrialBalance["accounts"][number];

const summary: readonly ReportColumn<TrialBalance>[] = [
  { label: m.books_debit, value: ({ totalDebit }) => totalDebit, isMoney: true, isInTiles: true },
  { label: m.books_credit, value: ({ totalCredit }) => totalCredit, isMoney: true, isInTiles: true },
  { label: m.books_vendors_held_back, value: ({ vendorsHeldBack }) => vendorsHeldBack, isMoney: true },
  { label: m.books_charities_held_back, value: ({ charitiesHeldBack }) => charitiesHeldBack, isMoney: true },
];

/** Sum of all balances on one side; both sides are equal. */
function sideOf(balance: TrialBalance | undefined, balanceOf: (row: Row) => number): number | undefined {
  return (
    balance &&
    balance.accounts.reduce((cents, row) => cents + Math.max(0, Math.round(balanceOf(row) * 100)), 0) / 100
  );
}

const details =
  (chart: readonly BookAccount[]) =>
  (balance: TrialBalance | undefined): readonly ReportColumn<Row>[] => {
    const mapped = (row: Row) => inChart(chart, row);
    const debitOf = ({ closing }: Row) => (closing < 0 ? -closing : 0);
    const creditOf = ({ closing }: Row) => (closing > 0 ? closing : 0);
    return [
      { label: m.books_number, value: (row) => mapped(row)?.number ?? "", isWhole: true },
      {
        label: m.books_account,
        value: ({ account, bankAccountName }) => bankAccountName ?? accountText(account),
        isWide: true,
      },
      { label: m.books_account_name, value: (row) => mapped(row)?.name ?? "", isFileOnly: true },
      {
        label: m.books_account_type,
        value: (row) => {
          const type = mapped(row)?.accountType;
          return type ? accountTypeText(type) : "";
        },
        isFileOnly: true,
      },
      { label: m.books_opening, value: ({ opening }) => opening, isMoney: true, sum: balance && 0 },
      { label: m.books_debit, value: ({ debit }) => debit, isMoney: true, sum: balance?.totalDebit },
      { label: m.books_credit, value: ({ credit }) => credit, isMoney: true, sum: balance?.totalCredit },
      {
        label: m.books_debit_balance,
        value: (row) => debitOf(row) || null,
        isMoney: true,
        sum: sideOf(balance, debitOf),
      },
      {
        label: m.books_credit_balance,
        value: (row) => creditOf(row) || null,
        isMoney: true,
        sum: sideOf(balance, creditOf),
      },
    ];
  };

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
  const chart = useQuery(bookAccountsQuery).data?.items ?? [];
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
      details={details(chart)}
      rowsOf={({ accounts }) => accounts}
      definitions={m.books_trial_balance_definitions}
    />
  );
}
