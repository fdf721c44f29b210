import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { FormTextField } from "@/shared/form/fields";
import { requiredEmail } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { cardQuery, type Card } from "./queries";

interface Resending {
  recipientEmail: string;
}

export function resendSchema(): z.ZodMiniType<Resending, Resending> {
  return z.object({ recipientEmail: requiredEmail(m.purchase_recipient_email()) });
}

interface ResendDialogProps {
  card: Card;
  onClose: () => void;
}

/** Mails a gift once more, to the same address or to another one. */
export function ResendDialog({ card, onClose }: ResendDialogProps) {
  const client = useQueryClient();
  const form = useZodForm<Resending>(resendSchema(), { recipientEmail: "" });
  const resend = async (body: Resending) => {
    await call("post", "/api/v1/Cards/{id}/resend-gift-card", { path: { id: card.id }, body });
    toast.success(m.wallet_resent());
    form.reset();
    onClose();
    await client.invalidateQueries({ queryKey: cardQuery(card.id).queryKey });
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.wallet_resend()}>
      <p className="mb-5">{m.wallet_resend_text({ email: card.recipientEmail ?? "" })}</p>
      <Form
        form={form}
        onSubmit={resend}
        submitLabel={m.wallet_resend_confirm()}
        isUnguarded
        isHeldUntilValid
      >
        <FormTextField
          name="recipientEmail"
          label={m.purchase_recipient_email()}
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}
