import * as z from "zod/mini";
import { m } from "@/i18n";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredDate } from "@/shared/form/richRules";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";
import type { EarlierPaymentRecord } from "./EarlierPayment";

function paymentSchema() {
  return z.object({
    paidOn: requiredDate(m.helpdesk_bank_earlier_day()),
    reference: requiredText(m.kit_bank_reference()),
  });
}

interface DialogProps {
  amount: string;
  until: string;
  onPaid: (payment: EarlierPaymentRecord) => Promise<unknown>;
  onClose: () => void;
}

export function EarlierPaymentDialog({ amount, until, onPaid, onClose }: DialogProps) {
  const form = useZodForm(paymentSchema(), { paidOn: "", reference: "" });
  return (
    <Dialog isOpen onClose={onClose} title={m.helpdesk_bank_earlier_title({ amount })}>
      <Form form={form} onSubmit={onPaid} submitLabel={m.kit_bank_confirm()} isDangerous isUnguarded>
        <div className="grid gap-5">
          <p>{m.helpdesk_bank_earlier_text({ amount })}</p>
          <FormDateField name="paidOn" label={m.helpdesk_bank_earlier_day()} max={until} />
          <FormTextField
            name="reference"
            label={m.kit_bank_reference()}
            hint={m.kit_bank_hint()}
            autoComplete="off"
          />
        </div>
      </Form>
    </Dialog>
  );
}
