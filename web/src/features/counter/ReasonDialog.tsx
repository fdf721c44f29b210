import type { ReactNode } from "react";
import * as z from "zod/mini";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { hasCardCode } from "./lookup/scannedText";
import { useScannerKeptOutOfWords } from "./lookup/scanner";

interface ReasonDialogProps {
  title: string;
  /** Description of the action. */
  text: ReactNode;
  /** Further choices. */
  children?: ReactNode;
  /** Label of the field, "Reason" by default. */
  label?: string;
  hint: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** Whether the reason can't change because it was already sent and the outcome is unknown. */
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

/** Dialog that asks for confirmation and a reason before an action on someone's money. The reason is recorded. */
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
  // A card scanned here must not end up in the reason, and its Enter must not confirm.
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
        {/* The text changes when a request stays unanswered. */}
        <div role="status" className="mb-5 grid gap-3">
          {text}
        </div>
        {children}
        <FormTextField name="reason" label={label} hint={hint} readOnly={isReasonFixed} autoComplete="off" />
      </Form>
    </Dialog>
  );
}
