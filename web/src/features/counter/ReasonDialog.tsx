import type { ReactNode } from "react";
import * as z from "zod/mini";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { hasCardCode } from "./scannedText";
import { useScannerKeptOutOfWords } from "./scanner";

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  text: ReactNode;
  /** What is chosen besides. */
  children?: ReactNode;
  /** Label of the field, "Reason" by default. */
  label?: string;
  hint: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** It was sent with this reason, and nobody knows what came of it. */
  isReasonFixed?: boolean;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

function reasonSchema(label: string) {
  return z.object({
    reason: requiredText(label).check(z.refine((text) => !hasCardCode(text), m.error_card_code_in_reason())),
  });
}

function without(part: string, text: string): string {
  const at = text.lastIndexOf(part);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + part.length);
}

/** Asks before something is done to somebody's money, and why. The reason stays with it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    text,
    children,
    label = m.counter_reason(),
    hint,
    confirmLabel,
    isDangerous = false,
    isReasonFixed = false,
    onConfirm,
    onClose,
  } = props;
  const form = useZodForm(reasonSchema(label), { reason: "" });
  // A card that is scanned here is no reason, and its Enter no consent.
  useScannerKeptOutOfWords((typed) => form.setValue("reason", without(typed, form.getValues("reason"))));
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
            {m.counter_leave()}
          </Button>
        }
      >
        {/* What is said here changes when nobody has answered. */}
        <div role="status" className="mb-5 grid gap-3">
          {text}
        </div>
        {children}
        <FormTextField name="reason" label={label} hint={hint} readOnly={isReasonFixed} autoComplete="off" />
      </Form>
    </Dialog>
  );
}
