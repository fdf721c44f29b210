import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";
import { CHANGED_PAYOUTS, payoutsQuery, type BankFile } from "@/areas/portal/payouts/queries";
import { ReturnedFields, type Returned } from "./ReturnedFields";

const MAX_LISTED = 1000;

interface FilePaidDialogProps {
  file: BankFile;
  onClose: () => void;
}

/** Marks all payments of a bank file as paid, except for those that the bank returned. */
export function FilePaidDialog({ file, onClose }: FilePaidDialogProps) {
  const [returned, setReturned] = useState<readonly Returned[]>([]);
  const query = payoutsQuery({
    pageIndex: 1,
    pageSize: MAX_LISTED,
    searchText: "",
    exportId: file.id,
    state: "EXPORTED",
  });
  const payouts = useQuery(query).data?.items;
  const form = useZodForm(z.object({ reference: requiredText(m.payouts_reference(), 100) }), {
    reference: "",
  });
  const { submit } = useSave({
    save: ({ reference }: { reference: string }) =>
      call("put", "/api/v1/Payouts/exports/{id}/paid", {
        path: { id: file.id },
        body: { reference, returned: [...returned] },
      }),
    isRepeatable: true,
    saved: m.runs_file_paid_done(),
    invalidates: CHANGED_PAYOUTS,
    invalidatesAlways: true,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.runs_file_paid({ number: file.number })}>
      <Form form={form} onSubmit={submit} submitLabel={m.payouts_mark_paid()} isUnguarded>
        <div className="grid gap-5">
          <p>{m.runs_file_paid_text({ count: file.open, total: formatMoney(file.total) })}</p>
          <FormTextField
            name="reference"
            label={m.payouts_reference()}
            hint={m.runs_file_reference_hint()}
            autoComplete="off"
          />
          {payouts && <ReturnedFields payouts={payouts} returned={returned} onChange={setReturned} />}
        </div>
      </Form>
    </Dialog>
  );
}
