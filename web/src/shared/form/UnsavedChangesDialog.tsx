import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";

interface UnsavedChangesDialogProps {
  /** Text of the warning, if leaving loses more than a change. */
  text?: string | undefined;
  onStay: () => void;
  onDiscard: () => void;
}

export function UnsavedChangesDialog({ text, onStay, onDiscard }: UnsavedChangesDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onStay}
      title={m.kit_unsaved_title()}
      footer={
        <>
          <Button variant="quiet" onClick={onDiscard}>
            {m.kit_unsaved_discard()}
          </Button>
          <Button variant="primary" onClick={onStay} data-initial-focus="">
            {m.kit_unsaved_stay()}
          </Button>
        </>
      }
    >
      {text ?? m.kit_unsaved_text()}
    </Dialog>
  );
}
