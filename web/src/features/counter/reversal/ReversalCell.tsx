import { m } from "@/i18n";
import { businessDateOf, businessToday } from "@/lib/dates";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import type { Card, CardTransaction } from "@/features/card/types";
import { UndoButton } from "./UndoButton";
import { useSecondsLeft } from "@/features/counter/useSecondsLeft";
import { useUndo } from "./useUndo";

/** Fields of a redemption that decide whether it can be reversed. */
type Reversible = Pick<
  CardTransaction,
  "id" | "amount" | "undoSeconds" | "transactionType" | "isReversed" | "date"
>;

interface ReversalCellProps {
  card: Pick<Card, "id">;
  transaction: Reversible;
  /** When the server reported the remaining seconds, by this browser's clock. */
  since: number;
  /** Asks for a reason before reversing. */
  onAsk: () => void;
  /** Whether to omit the hint that a manager can still undo it. */
  isBrief?: boolean;
  onUndone?: () => void;
}

/** Button that reverses one of today's redemptions, or a hint who can. */
export function ReversalCell({
  card,
  transaction,
  since,
  onAsk,
  isBrief = false,
  onUndone,
}: ReversalCellProps) {
  const { id, amount, undoSeconds } = transaction;
  const isManager = can(useProfile(), "reverseRedemptions");
  const secondsLeft = useSecondsLeft(undoSeconds, since);
  const { undo, isSending, isUnanswered } = useUndo({ cardId: card.id, transactionId: id, amount }, onUndone);
  if (!isReversible(transaction)) return null;
  if (secondsLeft > 0 || isSending || isUnanswered) {
    return (
      <UndoButton
        size="small"
        variant="quiet"
        className="max-md:-ml-3.5"
        secondsLeft={secondsLeft}
        isSending={isSending}
        onUndo={undo}
      />
    );
  }
  if (!isManager && isBrief) return null;
  if (!isManager) return <span className="text-sm text-ink-soft">{m.counter_undo_manager_only()}</span>;
  return (
    <Button size="small" variant="quiet" aria-haspopup="dialog" className="max-md:-ml-3.5" onClick={onAsk}>
      {m.counter_reverse()}
    </Button>
  );
}

/** Returns whether a redemption is from today and not yet reversed. */
function isReversible({ transactionType, isReversed, date }: Reversible): boolean {
  return transactionType === "Redeemed" && !isReversed && businessDateOf(new Date(date)) === businessToday();
}
