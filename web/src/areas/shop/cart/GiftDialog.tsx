import { GiftFields } from "@/areas/shop/purchase/GiftFields";
import { trimmedTexts } from "@/areas/shop/purchase/purchase";
import { giftSchema } from "@/areas/shop/purchase/schema";
import { m } from "@/i18n";
import type { GiftWords } from "@/features/cart/localCart";
import { Form } from "@/shared/form/Form";
import { useGuardedClose } from "@/shared/form/useGuardedClose";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";

const GIFT_FORM = "gift-form";

interface GiftDialogProps {
  words: GiftWords;
  onSave: (words: GiftWords) => Promise<unknown>;
  onClose: () => void;
}

/**
 * Dialog in which the buyer corrects recipient, email and message of a gift before paying. Closing it asks for confirmation if
 * something was changed.
 */
export function GiftDialog({ words, onSave, onClose }: GiftDialogProps) {
  const form = useZodForm<GiftWords>(giftSchema(), words);
  const { close, question } = useGuardedClose(form.formState.isDirty, onClose);
  const save = async (changed: GiftWords) => {
    await onSave(trimmedTexts(changed));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={m.cart_gift_edit_of({ to: words.to })}
      size="large"
      footer={
        <Button type="submit" form={GIFT_FORM} variant="primary" isBusy={form.formState.isSubmitting}>
          {m.kit_save()}
        </Button>
      }
    >
      <Form form={form} onSubmit={save} id={GIFT_FORM} isUnguarded className="gift-form">
        <GiftFields />
      </Form>
      {question}
    </Dialog>
  );
}
