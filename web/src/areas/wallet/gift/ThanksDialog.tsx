import { useState } from "react";
import * as z from "zod/mini";
import { m } from "@/i18n";
import { FormTextArea } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";

/** Maximum length that the server accepts. */
const MAX_WORDS_LENGTH = 300;

interface ThanksDialogProps {
  from: string;
  onSend: (words: string) => Promise<unknown>;
  onClose: () => void;
}

/** Dialog in which the recipient thanks the giver in their own words. */
export function ThanksDialog({ from, onSend, onClose }: ThanksDialogProps) {
  const label = m.gift_thank_words();
  const [schema] = useState(() => z.object({ words: requiredText(label, MAX_WORDS_LENGTH) }));
  const form = useZodForm(schema, { words: "" });
  return (
    <Dialog isOpen onClose={onClose} title={m.gift_thank({ from })}>
      <Form
        form={form}
        onSubmit={({ words }) => onSend(words)}
        submitLabel={m.gift_thank_send()}
        isUnguarded
        isHeldUntilValid
      >
        <FormTextArea name="words" label={label} maxLength={MAX_WORDS_LENGTH} />
      </Form>
    </Dialog>
  );
}
