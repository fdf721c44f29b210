import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedSection, TableSection } from "@/areas/portal/kit/TableSection";
import { barField, FilterBar } from "@/areas/portal/reports/FilterBar";
import { periodsOf, useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import { businessToday, formatCalendarDay, formatDay } from "@/lib/dates";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import type { Column } from "@/shared/table/DataTable";
import { Equation } from "@/shared/table/Equation";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { ImportDialog } from "./ImportDialog";
import { resolutionText } from "./labels";
import { MatchDialog, ReopenLineDialog } from "./MatchDialog";
import {
  depositsQuery,
  linesQuery,
  reconciliationQuery,
  bankStatementsQuery,
  type BankLine,
  type BankStatement,
  type GatewayDeposit,
  type ReconciledDay,
} from "./queries";

const lineColumns: readonly Column<BankLine>[] = [
  { id: "day", label: m.bank_day, cell: ({ day }) => formatCalendarDay(day) },
  {
    id: "text",
    label: m.bank_text,
    cell: ({ text, reference }) => (
      <>
        {text}
        {reference !== "" && <span className="block text-sm text-ink-soft">{reference}</span>}
      </>
    ),
  },
  { id: "amount", label: m.bank_amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

const matchedColumns: readonly Column<BankLine>[] = [
  ...lineColumns,
  {
    id: "meaning",
    label: m.bank_meaning,
    cell: ({ resolution, reason, resolvedByName, isAutomatic }) => (
      <>
        {resolution !== null && resolutionText(resolution)}
        <span className="block text-sm text-ink-soft">
          {[reason, isAutomatic ? m.bank_automatic() : resolvedByName]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
      </>
    ),
  },
];

const money = (amount: number) => (amount === 0 ? "–" : <Money amount={amount} />);

const dayColumns: readonly Column<ReconciledDay>[] = [
  { id: "day", label: m.bank_day, cell: ({ day }) => formatCalendarDay(day) },
  { id: "settled", label: m.bank_settled, isNumber: true, cell: ({ settled }) => money(settled) },
  { id: "received", label: m.bank_received, isNumber: true, cell: ({ received }) => money(received) },
  { id: "paid", label: m.bank_paid, isNumber: true, cell: ({ paid }) => money(paid) },
  {
    id: "transit",
    label: m.bank_booked_transit,
    isNumber: true,
    cell: ({ bookedTransit }) => money(bookedTransit),
  },
  { id: "bank", label: m.bank_booked_bank, isNumber: true, cell: ({ bookedBank }) => money(bookedBank) },
  {
    id: "open",
    label: m.bank_to_match,
    isNumber: true,
    cell: ({ openLines }) => (openLines === 0 ? "–" : <Chip tone="warning">{openLines}</Chip>),
  },
];

const depositColumns: readonly Column<GatewayDeposit>[] = [
  { id: "day", label: m.bank_settled_on, cell: ({ settledOn }) => formatCalendarDay(settledOn) },
  { id: "batch", label: m.bank_batch, cell: ({ batchId }) => batchId },
  { id: "charges", label: m.bank_charges, isNumber: true, cell: ({ charges }) => <Money amount={charges} /> },
  { id: "refunds", label: m.bank_refunds, isNumber: true, cell: ({ refunds }) => money(refunds) },
  { id: "net", label: m.bank_net, isNumber: true, cell: ({ net }) => <Money amount={net} /> },
  {
    id: "arrived",
    label: m.bank_arrived,
    cell: ({ bookedAt, arrivedOn }) =>
      bookedAt === null ? (
        <Chip tone="danger">{m.bank_differs()}</Chip>
      ) : arrivedOn === null ? (
        <Chip tone="warning">{m.bank_in_transit()}</Chip>
      ) : (
        formatCalendarDay(arrivedOn)
      ),
  },
];

const statementColumns: readonly Column<BankStatement>[] = [
  { id: "name", label: m.bank_file, cell: ({ name }) => name },
  {
    id: "days",
    label: m.bank_days,
    cell: ({ firstDay, lastDay }) => `${formatCalendarDay(firstDay)} – ${formatCalendarDay(lastDay)}`,
  },
  {
    id: "lines",
    label: m.bank_lines,
    cell: ({ lines, newLines }) => m.bank_new_lines({ count: newLines, all: lines }),
  },
  {
    id: "imported",
    label: m.bank_imported_by,
    cell: ({ importedAt, importedByName }) => `${formatDay(importedAt)} · ${importedByName ?? "–"}`,
  },
];

/** The bank side: gateway, bank account and ledger side by side, and lines to match. */
export function BankPage() {
  const { range, show } = useReportFilter();
  const [openPage, setOpenPage] = useState(1);
  const [matchedPage, setMatchedPage] = useState(1);
  const [depositPage, setDepositPage] = useState(1);
  const [isImporting, setIsImporting] = useState(false);
  const [imported, setImported] = useState<BankStatement>();
  const [matching, setMatching] = useState<BankLine>();
  const [reopening, setReopening] = useState<BankLine>();
  const found = useQuery(reconciliationQuery(range));
  const open = useQuery(linesQuery(true, openPage));
  const matched = useQuery(linesQuery(false, matchedPage));
  const deposits = useQuery(depositsQuery(range, depositPage));
  const statements = useQuery(bankStatementsQuery);
  const sums = found.data;
  const periods = periodsOf(businessToday());
  return (
    <Page title={m.bank_title()}>
      <PageHeading>{m.bank_title()}</PageHeading>
      <p className="mt-2 max-w-[72ch] text-ink-soft">{m.bank_lead()}</p>
      <Button className="mt-4" aria-haspopup="dialog" onClick={() => setIsImporting(true)}>
        {m.bank_import()}
      </Button>
      {imported && (
        <Notice className="mt-4">
          {m.bank_import_done({ count: imported.newLines, all: imported.lines })}
          {imported.matchedLines > 0 && ` ${m.bank_import_matched({ count: imported.matchedLines })}`}
        </Notice>
      )}
      <Notice className="mt-4">{m.bank_no_fees()}</Notice>
      {sums !== undefined && sums.differing > 0 && (
        <Notice className="mt-4">{m.bank_differing({ count: sums.differing })}</Notice>
      )}
      <FilterBar periods={periods} range={range} onRange={(next) => show({ range: next })}>
        <DateRangeFields range={range} onRange={(next) => show({ range: next })} className={barField} />
      </FilterBar>
      <div className="mt-6 grid gap-3">
        <Equation
          label={m.bank_balances()}
          terms={[
            { label: m.bank_at_gateway(), amount: sums?.atGateway },
            { label: m.bank_in_transit(), amount: sums?.inTransit },
            { label: m.bank_in_bank(), amount: sums?.inBank },
            { label: m.bank_fees(), amount: sums?.fees },
            { label: m.bank_payouts_on_their_way(), amount: sums?.payoutsOnTheirWay },
            { label: m.bank_other(), amount: sums?.other },
            { label: m.bank_to_match(), amount: sums?.open },
          ]}
        />
      </div>
      <PagedSection
        title={m.bank_to_match()}
        columns={lineColumns}
        idOf={({ id }) => id}
        none=""
        query={open}
        page={openPage}
        onPage={setOpenPage}
        pagesLabel={m.bank_to_match()}
        actions={(line) => (
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={m.bank_match_one({ text: line.text })}
            onClick={() => setMatching(line)}
          >
            {m.bank_match()}
          </Button>
        )}
      />
      <TableSection
        title={m.bank_by_day()}
        rows={sums?.days}
        query={found}
        columns={dayColumns}
        idOf={({ day }) => day}
        none={m.bank_no_days()}
      />
      <PagedSection
        title={m.bank_deposits()}
        columns={depositColumns}
        idOf={({ id }) => id}
        none=""
        query={deposits}
        page={depositPage}
        onPage={setDepositPage}
        pagesLabel={m.bank_deposits()}
      />
      <PagedSection
        title={m.bank_matched_lines()}
        columns={matchedColumns}
        idOf={({ id }) => id}
        none=""
        query={matched}
        page={matchedPage}
        onPage={setMatchedPage}
        pagesLabel={m.bank_matched_lines()}
        actions={(line) => (
          <Button
            size="small"
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={m.bank_reopen_one({ text: line.text })}
            onClick={() => setReopening(line)}
          >
            {m.bank_reopen()}
          </Button>
        )}
      />
      <TableSection
        title={m.bank_statements()}
        rows={statements.data?.items}
        query={statements}
        columns={statementColumns}
        idOf={({ id }) => id}
        none={m.bank_no_statements()}
      />
      {isImporting && <ImportDialog onImported={setImported} onClose={() => setIsImporting(false)} />}
      {matching && <MatchDialog line={matching} onClose={() => setMatching(undefined)} />}
      {reopening && <ReopenLineDialog line={reopening} onClose={() => setReopening(undefined)} />}
    </Page>
  );
}
