import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedSection, TableSection } from "@/areas/portal/kit/TableSection";
import { barField, FilterBar } from "@/areas/portal/reports/FilterBar";
import { periodsOf, useReportFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import type { DateRange } from "@/lib/dateRange";
import { businessToday, formatCalendarDay, formatDay } from "@/lib/dates";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import type { Column } from "@/shared/table/DataTable";
import { Equation } from "@/shared/table/Equation";
import { Button } from "@/ui/form/Button";
import { Select } from "@/ui/form/Select";
import { Notice } from "@/ui/layout/Notice";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { useMedia } from "@/ui/useMedia";
import { AccountsSection } from "./AccountsSection";
import { Fold } from "./Fold";
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

/** Returns the name of a line's bank account; nothing if there is only one. */
type NameOf = (line: { accountId: string }) => string | undefined;

const lineColumns = (nameOf: NameOf): readonly Column<BankLine>[] => [
  { id: "day", label: m.bank_day, cell: ({ day }) => formatCalendarDay(day) },
  {
    id: "text",
    label: m.bank_text,
    cell: (line) => {
      const details = [line.reference, nameOf(line)].filter(Boolean).join(" · ");
      return (
        <>
          {line.text}
          {details && <span className="block text-sm text-ink-soft">{details}</span>}
        </>
      );
    },
  },
  { id: "amount", label: m.bank_amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

const matchedColumns = (nameOf: NameOf): readonly Column<BankLine>[] => [
  ...lineColumns(nameOf),
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

const statementColumns = (nameOf: NameOf): readonly Column<BankStatement>[] => [
  {
    id: "name",
    label: m.bank_file,
    cell: (statement) => {
      const account = nameOf(statement);
      return (
        <>
          {statement.name}
          {account && <span className="block text-sm text-ink-soft">{account}</span>}
        </>
      );
    },
  },
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

interface SectionProps {
  nameOf: NameOf;
}

/** Deposits of the gateway that were settled in a period. */
function Deposits({ range }: { range: DateRange }) {
  const [page, setPage] = useState(1);
  const query = useQuery(depositsQuery(range, page));
  if (query.data?.totalItems === 0) return <p className="pb-4 text-ink-soft">{m.bank_no_rows()}</p>;
  return (
    <PagedSection
      title={m.bank_deposits()}
      columns={depositColumns}
      idOf={({ id }) => id}
      none=""
      query={query}
      page={page}
      onPage={setPage}
      pagesLabel={m.bank_deposits()}
    />
  );
}

/** Lines that are matched, which can be reopened. */
function MatchedLines({ nameOf, accountId }: SectionProps & { accountId: string | undefined }) {
  const [page, setPage] = useState(1);
  const [reopening, setReopening] = useState<BankLine>();
  const query = useQuery(linesQuery(false, page, accountId));
  if (query.data?.totalItems === 0) return <p className="pb-4 text-ink-soft">{m.bank_no_rows()}</p>;
  return (
    <>
      <PagedSection
        title={m.bank_matched_lines()}
        columns={matchedColumns(nameOf)}
        idOf={({ id }) => id}
        none=""
        query={query}
        page={page}
        onPage={setPage}
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
      {reopening && <ReopenLineDialog line={reopening} onClose={() => setReopening(undefined)} />}
    </>
  );
}

function Statements({ nameOf }: SectionProps) {
  const query = useQuery(bankStatementsQuery);
  return (
    <TableSection
      title={m.bank_statements()}
      rows={query.data?.items}
      query={query}
      columns={statementColumns(nameOf)}
      idOf={({ id }) => id}
      none={m.bank_no_statements()}
    />
  );
}

/** Lines that wait to be matched: the queue, before everything else. */
function OpenLines({ nameOf, accountId }: SectionProps & { accountId: string | undefined }) {
  const [page, setPage] = useState(1);
  const [matching, setMatching] = useState<BankLine>();
  const query = useQuery(linesQuery(true, page, accountId));
  const hasAccounts = matching !== undefined && nameOf(matching) !== undefined;
  return (
    <>
      <PagedSection
        title={m.bank_to_match()}
        columns={lineColumns(nameOf)}
        idOf={({ id }) => id}
        none=""
        query={query}
        page={page}
        onPage={setPage}
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
      {matching && (
        <MatchDialog line={matching} hasAccounts={hasAccounts} onClose={() => setMatching(undefined)} />
      )}
    </>
  );
}

/** The bank side: gateway, bank accounts and ledger side by side, and lines to match. */
export function BankPage() {
  const { range, show } = useReportFilter();
  const [accountId, setAccountId] = useState<string>();
  const [isImporting, setIsImporting] = useState(false);
  const [imported, setImported] = useState<BankStatement>();
  const found = useQuery(reconciliationQuery(range, accountId));
  const isPhone = useMedia("(width < 48rem)");
  const sums = found.data;
  const accounts = sums?.accounts ?? [];
  const hasAccounts = accounts.length > 1;
  const nameOf: NameOf = (line) =>
    hasAccounts ? accounts.find(({ id }) => id === line.accountId)?.name : undefined;
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
      {sums !== undefined && sums.differing > 0 && (
        <Notice className="mt-4">{m.bank_differing({ count: sums.differing })}</Notice>
      )}
      <OpenLines key={accountId} nameOf={nameOf} accountId={accountId} />
      <div className="mt-8">
        <FilterBar
          periods={periodsOf(businessToday())}
          range={range}
          onRange={(next) => show({ range: next })}
        >
          <DateRangeFields range={range} onRange={(next) => show({ range: next })} className={barField} />
          {hasAccounts && (
            <Select
              label={m.bank_account()}
              value={accountId ?? ""}
              choices={[
                { value: "", text: m.bank_account_all() },
                ...accounts.map(({ id, name }) => ({ value: id, text: name })),
              ]}
              onChange={(event) => setAccountId(event.target.value || undefined)}
              className={`w-56 max-sm:w-full ${barField}`}
            />
          )}
        </FilterBar>
      </div>
      <div className="mt-6 grid gap-3">
        <Equation
          label={m.bank_balances()}
          terms={[
            { label: m.bank_at_gateway(), amount: sums?.atGateway },
            { label: m.bank_in_transit(), amount: sums?.inTransit },
            ...(hasAccounts
              ? accounts.map(({ name, inBank }) => ({ label: name, amount: inBank }))
              : [{ label: m.bank_in_bank(), amount: sums?.inBank }]),
            { label: m.bank_fees(), amount: sums?.fees },
            { label: m.bank_payouts_on_their_way(), amount: sums?.payoutsOnTheirWay },
            { label: m.bank_other(), amount: sums?.other },
            { label: m.bank_to_match(), amount: sums?.open },
          ]}
        />
        <p className="max-w-[72ch] text-sm text-ink-soft">{m.bank_no_fees()}</p>
      </div>
      <Fold title={m.bank_by_day()} isOpenAtFirst={!isPhone}>
        <TableSection
          title={m.bank_by_day()}
          rows={sums?.days}
          query={found}
          columns={dayColumns}
          idOf={({ day }) => day}
          none={m.bank_no_days()}
        />
      </Fold>
      <Fold title={m.bank_deposits()}>
        <Deposits range={range} />
      </Fold>
      <Fold title={m.bank_matched_lines()}>
        <MatchedLines key={accountId} nameOf={nameOf} accountId={accountId} />
      </Fold>
      <Fold title={m.bank_statements()}>
        <Statements nameOf={nameOf} />
      </Fold>
      <Fold title={m.bank_accounts()}>
        <AccountsSection sums={sums} />
      </Fold>
      {isImporting && (
        <ImportDialog accounts={accounts} onImported={setImported} onClose={() => setIsImporting(false)} />
      )}
    </Page>
  );
}
