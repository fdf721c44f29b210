import { useState } from "react";
import { m } from "@/i18n";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import type { CardMovement } from "@/features/counter/card/cards";
import { UndoButton } from "./UndoButton";
import { useSecondsLeft } from "@/features/counter/useSecondsLeft";
import { useUndo } from "./useUndo";

interface UndoRedemptionProps {
  movement: CardMovement;
  onUndone: () => void;
}

/** Undo button below a fresh redemption, and afterwards a hint who can still reverse it. */
export function UndoRedemption({ movement, onUndone }: UndoRedemptionProps) {
  const { cardId, transactionId, value, undoSeconds } = movement;
  const isManager = can(useProfile(), "reverseRedemptions");
  const [since] = useState(() => Date.now());
  const secondsLeft = useSecondsLeft(undoSeconds, since);
  const { undo, isSending, isUnanswered, isRefused } = useUndo(
    { cardId, transactionId, amount: value },
    onUndone,
  );
  if (isUnanswered || isSending || (secondsLeft > 0 && !isRefused)) {
    return (
      <div className="grid justify-items-center gap-1">
        {isUnanswered && <p role="status">{m.counter_undo_unsure()}</p>}
        <UndoButton variant="quiet" secondsLeft={secondsLeft} isSending={isSending} onUndo={undo} />
      </div>
    );
  }
  return (
    <p className="text-sm text-ink-soft">{isManager ? m.counter_undo_later() : m.counter_undo_manager()}</p>
  );
}
