// Drafting what is owed, and putting what is approved into a file for the bank.
import { call } from "@/api/client";
import * as z from "zod/mini";
import { useSave } from "@/areas/admin/kit/useSave";
import { m } from "@/i18n";
import { businessToday, monthAround } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { saveFile } from "@/lib/saveFile";
import { FormDateField } from "@/shared/form/DateField";
import { Form } from "@/shared/form/Form";
import { requiredDate } from "@/shared/form/richRules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Dialog } from "@/ui/Dialog";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/Notice";
import { CHANGED_PAYOUTS } from "./queries";

/** The last day of the month before this one: what is usually paid. */
function lastMonthsEnd(): string {
  const first = new Date(`${monthAround(businessToday()).startDate}T00:00:00Z`);
  first.setUTCDate(0);
  return first.toISOString().slice(0, 10);
}

interface DraftForm {
  lastDay: string;
}

/** Asks until which day, and drafts what everybody is owed then. */
export function DraftDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(z.object({ lastDay: requiredDate(m.payouts_last_day()) }), {
    lastDay: lastMonthsEnd(),
  });
  const { submit } = useSave({
    save: (body: DraftForm) => call("post", "/api/v1/Payouts", { body }),
    saved: m.payouts_prepared(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.payouts_prepare()}>
      <Form form={form} onSubmit={submit} submitLabel={m.payouts_prepare()} isUnguarded>
        <p className="mb-5">{m.payouts_prepare_text()}</p>
        <FormDateField name="lastDay" label={m.payouts_last_day()} hint={m.payouts_last_day_hint()} />
      </Form>
    </Dialog>
  );
}

export interface Exported {
  id: string;
  number: number;
  payouts: number;
  total: number;
}

interface ExportDialogProps {
  onExported: (exported: Exported) => void;
  onClose: () => void;
}

/** Asks first: what is in a file is on its way to the bank. */
export function ExportDialog({ onExported, onClose }: ExportDialogProps) {
  const { mutation } = useSave({
    save: async () => onExported(await call("post", "/api/v1/Payouts/exports", {})),
    saved: m.payouts_export_made(),
    invalidates: CHANGED_PAYOUTS,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.payouts_export()}
      confirmLabel={m.payouts_export()}
      mutation={mutation}
      variables={undefined}
    >
      {m.payouts_export_text()}
    </ConfirmDialog>
  );
}

/** A file of the bank's own format, and the same as a list. */
export function BankFileButtons({ exportId }: { exportId: string }) {
  return (
    <>
      <BankFileButton exportId={exportId} format="CPA005" label={m.payouts_download_bank_file()} />
      <BankFileButton exportId={exportId} format="CSV" label={m.payouts_download_list()} />
    </>
  );
}

interface BankFileButtonProps {
  exportId: string;
  format: "CPA005" | "CSV";
  label: string;
}

function BankFileButton({ exportId, format, label }: BankFileButtonProps) {
  const { mutation } = useSave({
    save: async () => {
      const { name, content } = await call("post", "/api/v1/Payouts/exports/{id}/file", {
        path: { id: exportId },
        body: { format },
      });
      saveFile(name, content, "text/plain;charset=us-ascii");
    },
    saved: m.payouts_downloaded(),
    invalidates: CHANGED_PAYOUTS,
  });
  return (
    <Button isBusy={mutation.isPending} onClick={() => mutation.mutate(undefined)}>
      <Icon name="download" size={20} />
      {label}
    </Button>
  );
}

/** What was put into a file just now. */
export function BankFileNotice({ exported: { id, number, payouts, total } }: { exported: Exported }) {
  return (
    <Notice className="mb-4">
      <p>{m.payouts_exported_now({ number, count: payouts, total: formatMoney(total) })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <BankFileButtons exportId={id} />
      </div>
    </Notice>
  );
}
