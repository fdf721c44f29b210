import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoment, formatMonth } from "@/lib/dates";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import type { Column } from "@/shared/table/DataTable";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { MonthChecklist } from "./MonthChecklist";
import { JournalFileMenu } from "./JournalFileMenu";
import { ReopenDialog, WaitingReopenings } from "./reopening";
import { bookMonthsQuery, CHANGED_MONTHS, type BookMonth } from "./queries";

const columns: readonly Column<BookMonth>[] = [
  { id: "month", label: m.books_month, cell: ({ month }) => formatMonth(month) },
  {
    id: "state",
    label: m.books_state,
    cell: ({ closedAt }) =>
      closedAt === null ? (
        <Chip tone="brand">{m.books_is_open()}</Chip>
      ) : (
        <Chip tone="success">{m.books_is_closed()}</Chip>
      ),
  },
  {
    id: "closed",
    label: m.books_closed,
    cell: ({ closedAt, closedByName }) =>
      closedAt === null ? (
        "–"
      ) : (
        <>
          {formatMoment(closedAt)}
          <span className="block text-sm text-ink-soft">{closedByName}</span>
        </>
      ),
  },
  {
    id: "transfers",
    label: m.books_transfers,
    isNumber: true,
    cell: ({ transfers }) => transfers ?? "–",
  },
];

/** Dialog with the checklist of a month that confirms closing it. */
function CloseDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const words = formatMonth(month);
  const { mutation } = useSave({
    save: () => call("post", "/api/v1/Books/months", { body: { month } }),
    isRepeatable: true,
    saved: m.books_closed_done({ month: words }),
    invalidates: CHANGED_MONTHS,
    invalidatesAlways: true,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.books_close_title({ month: words })}
      confirmLabel={m.books_close()}
      isDangerous
      mutation={mutation}
      variables={undefined}
    >
      <MonthChecklist month={month} />
      <p className="mt-4">{m.books_close_text()}</p>
    </ConfirmDialog>
  );
}

/** Months of the ledger, open and closed. */
export function MonthsPage() {
  const months = useQuery(bookMonthsQuery);
  const client = useQueryClient();
  const [closing, setClosing] = useState<string>();
  const [reopening, setReopening] = useState<string>();
  const [packing, setPacking] = useState<string>();
  const lastClosed = months.data?.items.find(({ closedAt }) => closedAt !== null)?.month;
  const pack = async (month: string) => {
    setPacking(month);
    try {
      const { savePackage } = await import("./monthPackage");
      await savePackage(client, month);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setPacking(undefined);
    }
  };
  return (
    <Page title={m.books_closing_months()}>
      <PageHeading>{m.books_closing_months()}</PageHeading>
      <p className="mt-2 max-w-[72ch] text-ink-soft">{m.books_months_lead()}</p>
      <WaitingReopenings />
      <TableSection
        title={m.books_months()}
        rows={months.data?.items}
        query={months}
        columns={columns}
        idOf={({ month }) => month}
        none={m.books_months_none()}
        actions={({ month, canBeClosed }) => (
          <div className="flex flex-wrap justify-end gap-2">
            <JournalFileMenu month={month} />
            <Button
              size="small"
              variant="secondary"
              isBusy={packing === month}
              aria-label={m.books_package_of({ month: formatMonth(month) })}
              onClick={() => void pack(month)}
            >
              {m.books_package()}
            </Button>
            {month === lastClosed && (
              <Button
                size="small"
                variant="secondary"
                aria-haspopup="dialog"
                aria-label={m.books_reopen_one({ month: formatMonth(month) })}
                onClick={() => setReopening(month)}
              >
                {m.books_reopen()}
              </Button>
            )}
            {canBeClosed && (
              <Button
                size="small"
                aria-haspopup="dialog"
                aria-label={m.books_close_one({ month: formatMonth(month) })}
                onClick={() => setClosing(month)}
              >
                {m.books_close()}
              </Button>
            )}
          </div>
        )}
      />
      {reopening !== undefined && <ReopenDialog month={reopening} onClose={() => setReopening(undefined)} />}
      {closing !== undefined && <CloseDialog month={closing} onClose={() => setClosing(undefined)} />}
    </Page>
  );
}
