import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { reading } from "@/api/reading";
import { DownloadMenu } from "@/shared/table/DownloadMenu";
import { Equation, type Term } from "@/shared/table/Equation";
import { asText, saveSheets, type FileKind } from "@/shared/table/saveSheets";
import { useTenant } from "@/shared/page/useTenant";
import {
  counterDayQuery,
  counterMovementsQuery,
  type CounterDay,
  type CounterMovement,
} from "@/features/counter/card/cards";
import { m } from "@/i18n";
import { isCalendarDate } from "@/lib/dateRange";
import { businessToday, formatCalendarDate, formatMoment } from "@/lib/dates";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
import { showErrorToast } from "@/shared/page/showErrorToast";
import type { SheetColumn, SheetValue } from "@/shared/files/sheet";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { Button } from "@/ui/form/Button";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Icon } from "@/ui/Icon";
import { TextField } from "@/ui/form/TextField";
import { DayMovements, movementKind } from "./DayMovements";
import { DrawerCount, keptCount } from "./DrawerCount";
import { chosenDay } from "./queries";

type Line = CounterDay["lines"][number];
type Sums = CounterDay["total"];

/** Columns with the figures of one line, and of all lines together. */
const figures: readonly { label: () => string; kind: SheetColumn["kind"]; of: (sums: Sums) => number }[] = [
  { label: m.counter_day_redeemed_count, kind: "number", of: ({ redeemedCount }) => redeemedCount },
  { label: m.counter_day_redeemed, kind: "money", of: ({ redeemed }) => redeemed },
  { label: m.counter_day_undone_count, kind: "number", of: ({ undoneCount }) => undoneCount },
  { label: m.counter_day_undone, kind: "money", of: ({ undone }) => undone },
  { label: m.counter_day_taken, kind: "money", of: ({ taken }) => taken },
  { label: m.counter_day_paid_out_count, kind: "number", of: ({ paidOutCount }) => paidOutCount },
  { label: m.counter_day_paid_out, kind: "money", of: ({ paidOut }) => paidOut },
];

const tillOf = ({ till }: Line) => till ?? m.counter_day_no_till();
const clerkOf = ({ clerk }: Line) => clerk || m.counter_day_closed_account();

function equationsOf(total: Sums | undefined): readonly (readonly [Term, ...Term[]])[] {
  return [
    [
      { label: m.counter_day_redeemed(), amount: total?.redeemed },
      { label: m.counter_day_undone(), amount: total?.undone, sign: "−" },
      { label: m.counter_day_taken(), amount: total?.taken, sign: "=" },
    ],
    [{ label: m.counter_day_paid_out(), amount: total?.paidOut }],
  ];
}

/** Daily closing of a shop's counter, to compare with the drawer, print and save. */
export function CounterDayPage() {
  const vendorId = useTenant("vid");
  const [search, setSearch] = useSearchParams();
  // The server knows the date at the shop, which may be in another time zone.
  const chosen = chosenDay(search);
  const query = useQuery(counterDayQuery(vendorId, chosen === undefined ? {} : { day: chosen }));
  const day = chosen ?? query.data?.day ?? businessToday();
  const isManager = can(useProfile(), "reverseRedemptions");
  const shop = useQuery({
    ...reading("/api/v1/Vendors/{id}", { path: { id: vendorId } }),
    enabled: isManager,
  });
  const [isSaving, setIsSaving] = useState(false);
  const client = useQueryClient();
  const found = query.data;
  const save = async (kind: FileKind) => {
    if (!found) return;
    setIsSaving(true);
    try {
      const movements = await allMovements(client, vendorId, found.day);
      await saveSheets(
        kind,
        fileOf(found, movements, keptCount(vendorId, found.day), shop.data?.displayName),
      );
    } catch (error) {
      showErrorToast(error);
    } finally {
      setIsSaving(false);
    }
  };
  const isEmpty = found?.lines.length === 0;
  return (
    <Page title={m.counter_day_title()}>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{m.counter_day_title()}</PageHeading>
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button disabled={!found || isEmpty} onClick={() => print()}>
            <Icon name="printer" size={20} />
            {m.counter_day_print()}
          </Button>
          <DownloadMenu isBusy={isSaving} isDisabled={!found || isEmpty} onSave={(kind) => void save(kind)} />
        </div>
      </header>
      <p className="mt-1 text-ink-soft">{m.counter_day_lead()}</p>
      <TextField
        type="date"
        label={m.counter_day_day()}
        value={day}
        max={query.data?.today ?? businessToday()}
        className="mt-4 mb-6 max-w-56 print:hidden"
        onChange={({ target }) => isCalendarDate(target.value) && setSearch({ day: target.value })}
      />
      <p className="mb-4 hidden font-semibold print:block">{formatCalendarDate(day)}</p>
      {query.isLoadingError ? (
        <RetryScene error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <div className="grid gap-4">
            {equationsOf(found?.total).map((terms) => (
              <Equation key={terms[0].label} label={terms.at(-1)?.label ?? ""} terms={terms} />
            ))}
            {found && (
              <DrawerCount
                key={`${vendorId} ${day}`}
                vendorId={vendorId}
                day={day}
                paidOut={found.total.paidOut}
              />
            )}
          </div>
          <h2 className="mt-8 mb-3 text-xl">{m.counter_day_lines()}</h2>
          <Table
            caption={m.counter_day_lines()}
            columnCount={figures.length + 2}
            query={query}
            isStacking
            isDense
            header={
              <>
                <HeaderCell>{m.counter_day_till()}</HeaderCell>
                <HeaderCell>{m.counter_day_clerk()}</HeaderCell>
                {figures.map(({ label }) => (
                  <HeaderCell key={label()} isNumber>
                    {label()}
                  </HeaderCell>
                ))}
              </>
            }
            empty={<EmptyState scene="nothing-found" title={m.counter_day_none()} headingLevel="h3" isWide />}
            rows={found && [...found.lines.map(lineRow), ...(isEmpty ? [] : [sumRow(found.total)])]}
          />
          {found && !isEmpty && (
            <DayMovements key={`${vendorId} ${day}`} vendorId={vendorId} day={chosen} lines={found.lines} />
          )}
          {found && (
            <p className="mt-6 max-w-[80ch] text-sm text-ink-soft">
              {m.counter_day_definitions()} {m.reports_made_at({ moment: formatMoment(found.readAt) })}
            </p>
          )}
        </>
      )}
    </Page>
  );
}

function figureCells(sums: Sums) {
  return figures.map(({ label, kind, of }) => (
    <Cell key={label()} isNumber label={label()}>
      {asText(of(sums), kind)}
    </Cell>
  ));
}

function lineRow(line: Line, place: number) {
  return (
    // Lines are static and never change their order.
    <tr key={place}>
      <Cell isName>{tillOf(line)}</Cell>
      <Cell label={m.counter_day_clerk()}>{clerkOf(line)}</Cell>
      {figureCells(line)}
    </tr>
  );
}

function sumRow(total: Sums) {
  return (
    <tr key="sums" className="font-bold">
      <Cell isName>{m.reports_total()}</Cell>
      <Cell />
      {figureCells(total)}
    </tr>
  );
}

/** Movements per call, and the maximum number of calls for one file. */
const FILE_PAGE = 500;
const MAX_FILE_PAGES = 20;

/** Reads all movements of a day, page by page. */
async function allMovements(
  client: ReturnType<typeof useQueryClient>,
  vendorId: string,
  day: string,
  page = 1,
): Promise<CounterMovement[]> {
  const query = { day, pageIndex: page, pageSize: FILE_PAGE };
  const found = await client.fetchQuery({ ...counterMovementsQuery(vendorId, query), gcTime: 0 });
  const isLast = page >= Math.min(found.totalPages, MAX_FILE_PAGES);
  return isLast ? found.items : [...found.items, ...(await allMovements(client, vendorId, day, page + 1))];
}

function movementSheet(movements: readonly CounterMovement[]) {
  return {
    name: m.counter_day_cards(),
    columns: [
      { label: m.reports_date(), kind: "moment" as const },
      { label: m.counter_card_number(), kind: "text" as const },
      { label: m.reports_kind(), kind: "text" as const },
      { label: m.counter_day_till(), kind: "text" as const },
      { label: m.counter_day_clerk(), kind: "text" as const },
      { label: m.counter_amount(), kind: "money" as const },
    ],
    rows: movements.map((movement) => [
      movement.date,
      movement.cardNumber,
      movementKind(movement),
      movement.till,
      movement.clerk,
      movement.amount,
    ]),
  };
}

/**
 * Compares the counted cash with the ledger. `counted` is in dollars; `undefined` if it was not
 * counted.
 */
function drawerTerms({ paidOut }: Sums, counted: number | undefined): readonly Term[] {
  if (counted === undefined) return [];
  return [
    { label: m.counter_day_counted(), amount: counted },
    { label: m.counter_day_paid_out(), amount: paidOut, sign: "−" },
    {
      label: m.counter_day_difference(),
      amount: (Math.round(counted * 100) - Math.round(paidOut * 100)) / 100,
      sign: "=",
    },
  ];
}

function fileOf(
  { day, lines, total }: CounterDay,
  movements: readonly CounterMovement[],
  counted: number | undefined,
  owner: string | undefined,
) {
  const drawer = drawerTerms(total, counted);
  const texts = [m.counter_day_till, m.counter_day_clerk].map((label) => ({
    label: label(),
    kind: "text" as const,
  }));
  const values = (sums: Sums): SheetValue[] => figures.map(({ of }) => of(sums));
  const sheet = {
    name: m.counter_day_lines(),
    columns: [...texts, ...figures.map(({ label, kind }) => ({ label: label(), kind }))],
    rows: lines.map((line) => [tillOf(line), clerkOf(line), ...values(line)]),
    sums: [m.reports_total(), "", ...values(total)],
  };
  return {
    file: `counter-${day}`,
    title: m.counter_day_title(),
    owner,
    period: formatCalendarDate(day),
    equations: [...equationsOf(total), ...(drawer.length > 0 ? [drawer] : [])],
    sheets: [sheet, movementSheet(movements)] as const,
    definitions: m.counter_day_definitions(),
  };
}
