import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { formatMonth } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { referenceOf } from "@/areas/portal/reports/ledgerPosition";
import { barField } from "@/areas/portal/reports/FilterBar";
import { ReportPage } from "@/areas/portal/reports/ReportPage";
import type { ReportColumn } from "@/areas/portal/reports/ReportTable";
import { useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { Select } from "@/ui/form/Select";
import { bookAccountsQuery, journalQuery, type BookAccount, type JournalPart } from "./queries";
import { accountOf, inChart, readTransferKind, kindText, TRANSFER_KINDS } from "./labels";

type Transfer = JournalPart["transfers"][number];

/** An entry with its transfer. */
type Row = Transfer["entries"][number] & { transfer: Transfer };

const summary: readonly ReportColumn<JournalPart>[] = [
  { label: m.books_transfers, value: ({ totalItems }) => totalItems, isNumber: true },
  { label: m.books_turnover, value: ({ turnover }) => turnover, isMoney: true, isInTiles: true },
];

/**
 * Describes a transfer: its kind, the earlier month that it corrects, and the amount that a payout
 * held back.
 */
function whatItIs({ kind, corrects, heldBack }: Transfer): string {
  if (heldBack > 0) return m.books_held_back_of({ kind: kindText(kind), amount: formatMoney(heldBack) });
  return corrects === null
    ? kindText(kind)
    : m.books_corrects({ kind: kindText(kind), month: formatMonth(corrects) });
}

function posterOf({ postedByName }: Transfer): string {
  return postedByName ?? m.books_by_program();
}

/**
 * Description of a transfer with reference, poster and reason, which are separate columns in files.
 */
function TransferText({ transfer }: { transfer: Transfer }) {
  return (
    <>
      <span className="block">{whatItIs(transfer)}</span>
      <span className="block text-sm text-ink-soft">
        {[referenceOf(transfer.id), posterOf(transfer), transfer.reason].filter(Boolean).join(" · ")}
      </span>
    </>
  );
}

const details =
  (chart: readonly BookAccount[]) =>
  (journal: JournalPart | undefined): readonly ReportColumn<Row>[] => [
    { label: m.reports_date, value: ({ transfer }) => transfer.date, isMoment: true, isWhole: true },
    { label: m.books_reference, value: ({ transfer }) => referenceOf(transfer.id), isFileOnly: true },
    {
      label: m.books_transfer,
      value: ({ transfer }) => whatItIs(transfer),
      isWide: true,
      cell: ({ transfer }) => <TransferText transfer={transfer} />,
    },
    { label: m.books_account, value: accountOf, isWide: true },
    {
      label: m.books_number,
      value: (row) => inChart(chart, row)?.number ?? "",
      isFileOnly: true,
    },
    {
      label: m.books_account_name,
      value: (row) => inChart(chart, row)?.name ?? "",
      isFileOnly: true,
    },
    { label: m.books_owner, value: ({ tenantName, lastFour }) => tenantName ?? lastFour, isFileOnly: true },
    { label: m.books_debit, value: ({ debit }) => debit || null, isMoney: true, sum: journal?.turnover },
    { label: m.books_credit, value: ({ credit }) => credit || null, isMoney: true, sum: journal?.turnover },
    { label: m.reports_vendor, value: ({ transfer }) => transfer.vendorName },
    { label: m.books_reason, value: ({ transfer }) => transfer.reason, isFileOnly: true },
    { label: m.books_posted_by, value: ({ transfer }) => posterOf(transfer), isFileOnly: true },
  ];

const rowsOf = ({ transfers }: JournalPart): readonly Row[] =>
  transfers.flatMap((transfer) => transfer.entries.map((entry) => ({ ...entry, transfer })));

/** Journal: all transfers of a period, entry by entry. */
export function JournalPage() {
  const filter = useReportFilter();
  const chart = useQuery(bookAccountsQuery).data?.items ?? [];
  const kind = readTransferKind(filter.kind);
  return (
    <ReportPage<JournalPart, Row>
      title={kind ? m.books_journal_of({ kind: kindText(kind) }) : m.books_journal()}
      name={kind ? `journal-${kind.toLowerCase().replaceAll("_", "-")}` : "journal"}
      filter={filter}
      fields={
        <Select
          label={m.books_transfer()}
          value={kind ?? ""}
          choices={[
            { value: "", text: m.books_all_kinds() },
            ...TRANSFER_KINDS.map((value) => ({ value, text: kindText(value) })),
          ]}
          onChange={(event) => filter.show({ kind: event.target.value })}
          className={`w-42 max-sm:w-full ${barField}`}
        />
      }
      queryOf={journalQuery}
      equations={(journal) => [
        [
          { label: m.books_debit(), amount: journal?.turnover },
          { label: m.books_credit(), amount: journal?.turnover, sign: "=" },
        ],
      ]}
      summary={summary}
      details={details(chart)}
      rowsOf={rowsOf}
      definitions={m.books_journal_definitions}
    />
  );
}
