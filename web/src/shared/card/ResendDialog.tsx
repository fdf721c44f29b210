import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { FormTextField } from "@/shared/form/fields";
import { requiredEmail } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";

interface Resending {
  recipientEmail: string;
}

export function resendSchema(): z.ZodMiniType<Resending, Resending> {
  return z.object({ recipientEmail: requiredEmail(m.purchase_recipient_email()) });
}

interface ResendDialogProps {
  gift: { id: string; recipientEmail: string | null };
  /** What was read of it before and isn't true any more. */
  outdated: QueryKey;
  onClose: () => void;
}

/** Mails a gift once more, to the same address or to another one. */
export function ResendDialog({ gift, outdated, onClose }: ResendDialogProps) {
  const client = useQueryClient();
  const form = useZodForm<Resending>(resendSchema(), { recipientEmail: "" });
  const resend = async (body: Resending) => {
    await call("post", "/api/v1/Cards/{id}/resend-gift-card", { path: { id: gift.id }, body });
    toast.success(m.wallet_resent());
    form.reset();
    onClose();
    await client.invalidateQueries({ queryKey: outdated });
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.wallet_resend()}>
      <p className="mb-5">{m.wallet_resend_text({ email: gift.recipientEmail ?? "" })}</p>
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
