import { m } from "@/i18n";
import { formatMoment, formatMonth } from "@/lib/dates";
import { ReportPage } from "@/areas/admin/reports/ReportPage";
import type { ReportColumn } from "@/areas/admin/reports/ReportTable";
import { useReportFilter } from "@/areas/admin/reports/useReportFilter";
import { journalQuery, type JournalPart } from "./queries";
import { accountOf, kindWords } from "./words";

type Transfer = JournalPart["transfers"][number];

/** An entry, with the transfer that it belongs to. */
type Row = Transfer["entries"][number] & { transfer: Transfer };

/** So much of a transfer's id tells it apart from others. */
const REFERENCE = 8;

const summary: readonly ReportColumn<JournalPart>[] = [
  { label: m.books_transfers, value: ({ totalItems }) => totalItems, isNumber: true },
  { label: m.books_turnover, value: ({ turnover }) => turnover, isMoney: true },
];

/** What a transfer is, and which earlier month it puts right. */
function whatItIs({ kind, corrects }: Transfer): string {
  return corrects === null
    ? kindWords(kind)
    : m.books_corrects({ kind: kindWords(kind), month: formatMonth(corrects) });
}

const details = (journal: JournalPart | undefined): readonly ReportColumn<Row>[] => [
  { label: m.reports_date, value: ({ transfer }) => formatMoment(transfer.date) },
  { label: m.books_reference, value: ({ transfer }) => transfer.id.slice(-REFERENCE).toUpperCase() },
  { label: m.books_transfer, value: ({ transfer }) => whatItIs(transfer) },
  { label: m.books_account, value: accountOf },
  { label: m.books_debit, value: ({ debit }) => debit || null, isMoney: true, sum: journal?.turnover },
  { label: m.books_credit, value: ({ credit }) => credit || null, isMoney: true, sum: journal?.turnover },
  { label: m.reports_vendor, value: ({ transfer }) => transfer.vendorName },
  { label: m.books_reason, value: ({ transfer }) => transfer.reason },
  { label: m.books_posted_by, value: ({ transfer }) => transfer.postedByName ?? m.books_by_program() },
];

const rowsOf = ({ transfers }: JournalPart): readonly Row[] =>
  transfers.flatMap((transfer) => transfer.entries.map((entry) => ({ ...entry, transfer })));

/** Every transfer of some days, entry by entry. */
export function JournalPage() {
  return (
    <ReportPage<JournalPart, Row>
      title={m.books_journal()}
      name="journal"
      filter={useReportFilter()}
      queryOf={journalQuery}
      equations={(journal) => [
        [
          { label: m.books_debit(), amount: journal?.turnover },
          { label: m.books_credit(), amount: journal?.turnover, sign: "=" },
        ],
      ]}
      summary={summary}
      details={details}
      rowsOf={rowsOf}
      definitions={m.books_journal_definitions}
    />
  );
}
