import { useFormContext } from "react-hook-form";
import type { GiftWords } from "@/features/cart/localCart";
import { m } from "@/i18n";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { MAX_GIFT_MESSAGE_LENGTH } from "./purchase";

/** Fields for recipient, giver and message of a gift. */
export function GiftFields() {
  const { length } = useFormContext<GiftWords>().watch("giftMessage");
  return (
    <fieldset className="grid gap-5 mt-4 p-5 rounded-card bg-surface-tint sm:grid-cols-2">
      <legend className="sr-only">{m.purchase_gift()}</legend>
      <FormTextField name="to" label={m.purchase_to()} hint={m.purchase_to_hint()} autoComplete="off" />
      <FormTextField
        name="from"
        label={m.purchase_from()}
        hint={m.purchase_from_hint()}
        autoComplete="name"
      />
      <FormEmailField name="recipientEmail" label={m.purchase_recipient_email()} autoComplete="off" />
      <FormEmailField name="confirmEmail" label={m.purchase_confirm_email()} autoComplete="off" />
      <FormTextArea
        name="giftMessage"
        label={m.purchase_gift_message()}
        isOptional
        rows={4}
        hint={m.purchase_message_left({ count: length, most: MAX_GIFT_MESSAGE_LENGTH })}
        className="sm:col-span-2"
      />
    </fieldset>
  );
}
