import type { UseMutationResult } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import { m } from "@/i18n";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps<Variables, Answer> {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What will happen, naming the thing it happens to. */
  children: ReactNode;
  /** The verb on the button: "Deactivate", not "OK". */
  confirmLabel: string;
  isDangerous?: boolean | undefined;
  mutation: Pick<UseMutationResult<Answer, Error, Variables>, "mutate" | "isPending">;
  variables: Variables;
}

/**
 * Asks, and does it. The dialog stays while the call is under way and closes when it has succeeded;
 * a failure is told where all failures are told, and leaves the dialog open for another try.
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
  // Known at once: the mutation itself tells a moment later, and in that moment Escape would close the dialog.
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
          {/* Whoever presses Enter without reading does nothing. */}
          <Button
            variant="quiet"
            onClick={closeUnlessBusy}
            aria-disabled={mutation.isPending || undefined}
            data-first-stop=""
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
