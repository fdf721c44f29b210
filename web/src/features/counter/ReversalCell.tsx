import { m } from "@/i18n";
import { businessDateOf, businessToday } from "@/lib/dates";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/Button";
import type { Card, CardTransaction } from "@/features/card/types";
import { UndoButton } from "./UndoButton";
import { useSecondsLeft } from "./useSecondsLeft";
import { useUndo } from "./useUndo";

/** What is to be known of a redemption that may be reversed. */
export type Reversible = Pick<
  CardTransaction,
  "id" | "amount" | "undoSeconds" | "transactionType" | "isReversed" | "date"
>;

interface ReversalCellProps {
  card: Pick<Card, "id">;
  transaction: Reversible;
  /** When the server said how many seconds are left, by this browser's clock. */
  since: number;
  /** Asks why before it is reversed. */
  onAsk: () => void;
  /** Without a word on who else can, where it is too late for oneself. */
  isBrief?: boolean;
  onUndone?: () => void;
}

/** How a redemption of today is put right by whoever looks at it, or by whom else. */
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

/** Only what was redeemed today, and once. */
function isReversible({ transactionType, isReversed, date }: Reversible): boolean {
  return transactionType === "Redeemed" && !isReversed && businessDateOf(new Date(date)) === businessToday();
}
