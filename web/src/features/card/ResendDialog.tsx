import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { invalidate, type ReadPath } from "@/api/reading";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { FormTextField } from "@/shared/form/fields";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { requiredEmail } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";
import { toast } from "@/ui/overlay/toast";

interface Resending {
  recipientEmail: string;
  reason?: string | undefined;
}

/** The sender. Only buyers and the support desk may change the address; the support desk gives a reason. */
type Sender = "buyer" | "manager" | "support";

export function giftResendSchema(): z.ZodMiniType<Resending, Resending> {
  return z.object({
    recipientEmail: requiredEmail(m.purchase_recipient_email()),
    reason: z.optional(z.string()),
  });
}

interface ResendDialogProps {
  gift: { id: string; recipientEmail: string | null };
  sender?: Sender;
  /** Whether the card is not a gift. It then goes to the cardholder's account address. */
  isOwn?: boolean;
  /** Query paths to invalidate afterwards. */
  invalidates: readonly ReadPath[];
  onClose: () => void;
}

/** Dialog that emails a card again. Senders who may choose the address can change that of a gift. */
export function ResendDialog({
  gift,
  sender = "buyer",
  isOwn = false,
  invalidates,
  onClose,
}: ResendDialogProps) {
  const client = useQueryClient();
  const form = useZodForm<Resending>(giftResendSchema(), {
    recipientEmail: gift.recipientEmail ?? "",
  });
  const isAddressFixed = isOwn || sender === "manager";
  const isMoved = form.watch("recipientEmail") !== gift.recipientEmail;
  const fixed = isOwn ? m.wallet_resend_own_text : m.wallet_resend_same;
  const text = isAddressFixed ? fixed : m.wallet_resend_text;
  const resend = async ({ recipientEmail, reason }: Resending) => {
    const body = { recipientEmail, ...(reason ? { reason } : {}) };
    await call("post", "/api/v1/Cards/{id}/resend-gift-card", { path: { id: gift.id }, body });
    toast.success(m.wallet_resent_to({ email: recipientEmail }));
    form.reset();
    onClose();
    await invalidate(client, invalidates);
  };
  return (
    <Dialog isOpen onClose={onClose} title={isOwn ? m.wallet_resend_own() : m.wallet_resend()}>
      <p className="mb-5">{text({ email: gift.recipientEmail ?? "" })}</p>
      <Form
        form={form}
        onSubmit={resend}
        submitLabel={m.wallet_resend_confirm()}
        isUnguarded
        isHeldUntilValid
      >
        {!isAddressFixed && (
          <FormEmailField name="recipientEmail" label={m.purchase_recipient_email()} autoComplete="off" />
        )}
        {sender === "support" && isMoved && (
          <FormTextField name="reason" label={m.counter_reason()} autoComplete="off" />
        )}
      </Form>
    </Dialog>
  );
}
