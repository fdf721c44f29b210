// A refund whose charge was reversed is no longer owed. If the bank had paid it before, the payment
// is recorded with its day: the buyer has the money twice, and the books must say so.
import { useState } from "react";
import * as z from "zod/mini";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredDate } from "@/shared/form/richRules";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import type { OrderRefund } from "./queries";

/** Payment by the bank on a day before the charge was reversed. */
export interface EarlierPaymentRecord {
  reference: string;
  paidOn: string;
}

interface EarlierPaymentProps {
  refund: OrderRefund;
  /** Last day on which the bank can have paid. */
  until: string;
  onPaid: (payment: EarlierPaymentRecord) => Promise<unknown>;
}

/** Text and button to record that the bank had paid a refund before its charge was reversed. */
export function EarlierPayment({ refund, until, onPaid }: EarlierPaymentProps) {
  const [isPaying, setIsPaying] = useState(false);
  return (
    <>
      <p className="mt-2">{m.helpdesk_bank_earlier_next({ date: formatCalendarDate(until) })}</p>
      <div className="mt-4">
        <Button aria-haspopup="dialog" onClick={() => setIsPaying(true)}>
          {m.helpdesk_bank_earlier_pay()}
        </Button>
      </div>
      {isPaying && (
        <EarlierPaymentDialog
          amount={formatMoney(refund.amount)}
          until={until}
          onPaid={onPaid}
          onClose={() => setIsPaying(false)}
        />
      )}
    </>
  );
}

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

function EarlierPaymentDialog({ amount, until, onPaid, onClose }: DialogProps) {
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
