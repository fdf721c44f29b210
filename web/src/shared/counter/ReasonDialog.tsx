import * as z from "zod/mini";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  text: string;
  hint: string;
  confirmLabel: string;
  isDangerous?: boolean;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is done to somebody's money, and why. The reason stays with it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, hint, confirmLabel, isDangerous = false, onConfirm, onClose } = props;
  const schema = z.object({ reason: requiredText(m.counter_reason()) });
  const form = useZodForm(schema, { reason: "" });
  const closeUnlessBusy = () => {
    if (!form.formState.isSubmitting) onClose();
  };
  return (
    <Dialog isOpen onClose={closeUnlessBusy} title={title}>
      <Form
        form={form}
        onSubmit={({ reason }) => onConfirm(reason)}
        submitLabel={confirmLabel}
        isDangerous={isDangerous}
        isUnguarded
        aside={
          <Button variant="quiet" onClick={closeUnlessBusy}>
            {m.kit_cancel()}
          </Button>
        }
      >
        <p className="mb-5">{text}</p>
        <FormTextField name="reason" label={m.counter_reason()} hint={hint} autoComplete="off" />
      </Form>
    </Dialog>
  );
}
