import * as z from "zod/mini";
import { TenantField } from "@/areas/portal/kit/people/TenantField";
import { createOnce } from "@/api/createOnce";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredChoice, requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { useClosing, type ClosingDialogProps } from "./useClosing";

interface HandOverDialogProps extends ClosingDialogProps {
  name: string;
  amount: number;
  count: number;
}

function handOverSchema() {
  return z.object({
    successorId: requiredChoice(m.tenants_closing_successor()),
    reason: requiredText(m.counter_reason()),
  });
}

type HandOver = z.infer<ReturnType<typeof handOverSchema>>;

/** Asks another shop to take a closing shop's cards over. */
export function HandOverDialog({ name, amount, count, ...dialog }: HandOverDialogProps) {
  const form = useZodForm(handOverSchema(), { successorId: "", reason: "" });
  const { submit } = useClosing(
    dialog,
    (values: HandOver) =>
      createOnce("/api/v1/Vendors/{id}/closing", {
        path: { id: dialog.shopId },
        body: { amount, ...values },
      }),
    m.tenants_closing_hand_over_asked(),
  );
  const sum = formatMoney(amount);
  return (
    <Dialog isOpen onClose={dialog.onClose} title={m.tenants_closing_hand_over_title({ name })}>
      <Form
        form={form}
        onSubmit={submit}
        submitLabel={m.tenants_closing_refund_confirm({ amount: sum })}
        isDangerous
        isUnguarded
        aside={
          <Button variant="quiet" onClick={dialog.onClose}>
            {m.counter_leave()}
          </Button>
        }
      >
        <div className="mb-5 grid gap-3">
          <p>{m.tenants_closing_hand_over_text({ amount: sum, count })}</p>
          <p className="text-sm text-ink-soft">{m.tenants_closing_hand_over_second()}</p>
        </div>
        <div className="grid gap-5">
          <TenantField
            name="successorId"
            label={m.tenants_closing_successor()}
            isDisabled={false}
            isVendorsOnly
          />
          <FormTextField
            name="reason"
            label={m.counter_reason()}
            hint={m.tenants_closing_refund_hint()}
            autoComplete="off"
          />
        </div>
      </Form>
    </Dialog>
  );
}
