import type { UseMutationResult } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps<Variables, Answer> {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Effect of the action, with the name of the record. */
  children: ReactNode;
  /** The verb on the button: "Deactivate", not "OK". */
  confirmLabel: string;
  isDangerous?: boolean | undefined;
  mutation: Pick<UseMutationResult<Answer, Error, Variables>, "mutate" | "isPending">;
  variables: Variables;
}

/**
 * Dialog that confirms an action and runs it. It closes after success. After a failure, a toast
 * shows the error and the dialog stays open for another attempt.
 */
export function ConfirmDialog<Variables, Answer>({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel,
  isDangerous,
  mutation,
  variables,
}: ConfirmDialogProps<Variables, Answer>) {
  // `isPending` changes a moment later, when Escape could already have closed the dialog.
  const isSending = useRef(false);
  const isBusy = () => isSending.current || mutation.isPending;
  const send = () => {
    if (isBusy()) return;
    isSending.current = true;
    mutation.mutate(variables, {
      onSuccess: onClose,
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  const closeUnlessBusy = () => {
    if (!isBusy()) onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeUnlessBusy}
      title={title}
      footer={
        <>
          {/* Pressing Enter without reading cancels. */}
          <Button
            variant="quiet"
            onClick={closeUnlessBusy}
            aria-disabled={mutation.isPending || undefined}
            data-initial-focus=""
          >
            {m.kit_cancel()}
          </Button>
          <Button variant={isDangerous ? "danger" : "primary"} isBusy={mutation.isPending} onClick={send}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
