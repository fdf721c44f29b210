// The package of a month for an accountant: a ZIP with the books, the taxes and files for accounting programs.
import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { depositsQuery, type GatewayDeposit } from "@/areas/portal/reports/bank/queries";
import { liabilityQuery } from "@/areas/portal/reports/queries";
import { readFilter } from "@/areas/portal/reports/useReportFilter";
import { percentText, provinceText, taxText } from "@/areas/portal/reports/taxes/labels";
import { taxReportQuery } from "@/areas/portal/reports/taxes/queries";
import { m } from "@/i18n";
import { monthAround } from "@/lib/dates";
import { saveFile } from "@/lib/saveFile";
import { csvOf } from "@/shared/table/csv";
import { accountText, accountTypeText, inChart, kindText } from "./labels";
import { bookAccountsQuery, journalQuery, trialBalanceQuery, type JournalPart } from "./queries";

const ROWS_AT_ONCE = 1000;
const FORMATS = ["QUICKBOOKS_ONLINE", "QUICKBOOKS_DESKTOP", "XERO"] as const;

type Transfer = JournalPart["transfers"][number];
type Mapped = Parameters<typeof inChart>[1];

/** Reads page after page, one at a time, so that a long month doesn't slow the server down for others. */
async function allPages<Part extends { totalPages: number }, Row>(
  read: (page: number) => Promise<Part>,
  rowsOf: (part: Part) => readonly Row[],
): Promise<Row[]> {
  const first = await read(1);
  const rest = async (page: number): Promise<Row[]> =>
    page > first.totalPages ? [] : [...rowsOf(await read(page)), ...(await rest(page + 1))];
  return [...rowsOf(first), ...(await rest(2))];
}

/** Saves the package of a month such as `2026-03`. */
export async function savePackage(client: QueryClient, month: string): Promise<void> {
  const range = monthAround(`${month}-01`);
  const filter = readFilter(new URLSearchParams({ ...range }));
  const fetch = client.fetchQuery.bind(client);
  const [{ items: chart }, balance, taxes, transfers, outstanding, deposits] = await Promise.all([
    fetch({ ...bookAccountsQuery, gcTime: 0 }),
    fetch({ ...trialBalanceQuery(filter), gcTime: 0 }),
    fetch({ ...taxReportQuery(filter), gcTime: 0 }),
    allPages<JournalPart, Transfer>(
      (pageIndex) => fetch({ ...journalQuery(filter, { pageIndex, pageSize: ROWS_AT_ONCE }), gcTime: 0 }),
      ({ transfers: rows }) => rows,
    ),
    allPages(
      (pageIndex) => fetch({ ...liabilityQuery(filter, { pageIndex, pageSize: ROWS_AT_ONCE }), gcTime: 0 }),
      ({ vendors }) => vendors,
    ),
    allPages<{ totalPages: number; items: GatewayDeposit[] }, GatewayDeposit>(
      (pageIndex) => fetch({ ...depositsQuery(range, pageIndex), gcTime: 0 }),
      ({ items }) => items,
    ),
  ]);
  const importFile = (format: (typeof FORMATS)[number]) =>
    call("get", "/api/v1/Books/journal-file", { query: { month, format } });
  const imports = await Promise.all(FORMATS.map(importFile));
  const mapped = (row: Mapped): [number: string, name: string, type: string] => {
    const found = inChart(chart, row);
    return [
      found?.number ?? "",
      found?.name ?? accountText(row.account),
      found ? accountTypeText(found.accountType) : "",
    ];
  };
  const accountHead = [m.books_number(), m.books_account_name(), m.books_account_type()];
  const files: Record<string, string> = {
    [`trial-balance-${month}.csv`]: csvOf(
      [
        ...accountHead,
        m.books_opening(),
        m.books_debit(),
        m.books_credit(),
        m.books_debit_balance(),
        m.books_credit_balance(),
      ],
      balance.accounts.map((row) => {
        const { opening, debit, credit, closing } = row;
        const [number, name, type] = mapped(row);
        const balances = closing < 0 ? ([-closing, 0] as const) : ([0, closing] as const);
        return [number, name, type, opening, debit, credit, balances[0], balances[1]];
      }),
    ),
    [`journal-${month}.csv`]: csvOf(
      [
        m.reports_date(),
        m.books_reference(),
        m.books_transfer(),
        ...accountHead,
        m.books_owner(),
        m.books_debit(),
        m.books_credit(),
        m.books_reason(),
      ],
      transfers.flatMap(({ date, id, kind, reason, entries }) =>
        entries.map((entry) => {
          const { tenantName, lastFour, debit, credit } = entry;
          const [number, name, type] = mapped(entry);
          const owner = tenantName ?? lastFour;
          return [date, id, kindText(kind), number, name, type, owner, debit, credit, reason];
        }),
      ),
    ),
    [`outstanding-${month}.csv`]: csvOf(
      [m.reports_vendor(), m.reports_sold(), m.reports_redeemed(), m.reports_balance()],
      outstanding.map(({ vendorName, totalPurchasedAmount, totalRedeemedAmount, totalBalance }) => [
        vendorName,
        totalPurchasedAmount,
        totalRedeemedAmount,
        totalBalance,
      ]),
    ),
    [`deposits-${month}.csv`]: csvOf(
      [
        m.bank_settled_on(),
        m.bank_batch(),
        m.bank_charges(),
        m.bank_refunds(),
        m.bank_net(),
        m.bank_arrived(),
      ],
      deposits.map(({ settledOn, batchId, charges, refunds, net, arrivedOn }) => [
        settledOn,
        batchId,
        charges,
        refunds,
        net,
        arrivedOn,
      ]),
    ),
    [`taxes-${month}.csv`]: csvOf(
      [m.taxes_province(), m.taxes_kind(), m.taxes_rate(), m.taxes_base(), m.taxes_tax()],
      taxes.rows.map(({ province, tax, rate, base, amount }) => [
        provinceText(province),
        taxText(tax),
        percentText(rate),
        base,
        amount,
      ]),
    ),
    ...Object.fromEntries(imports.map(({ name, content }) => [name, content])),
  };
  const { strToU8, zipSync } = await import("fflate");
  const packed = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
  saveFile(`books-${month}.zip`, new Blob([packed], { type: "application/zip" }));
}
