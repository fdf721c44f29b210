import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import type { ButtonStyle } from "@/ui/form/buttonClass";

interface UndoButtonProps extends ButtonStyle {
  secondsLeft: number;
  isSending: boolean;
  onUndo: () => void;
  className?: string | undefined;
}

/** Button that undoes a redemption during the short time in which the clerk who made it may do so. */
export function UndoButton({ secondsLeft, isSending, onUndo, ...look }: UndoButtonProps) {
  return (
    <Button {...look} isBusy={isSending} onClick={onUndo}>
      {m.counter_reverse()}
      {secondsLeft > 0 && (
        <span aria-hidden="true" className="text-ink-soft tabular-nums">
          {m.counter_undo_seconds({ seconds: secondsLeft })}
        </span>
      )}
    </Button>
  );
}
