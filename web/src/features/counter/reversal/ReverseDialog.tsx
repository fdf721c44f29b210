import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { isOutcomeUnknown, isEarlierOutcomeUnknown } from "@/api/outcome";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import type { Card, CardTransaction } from "@/features/card/types";
import { CARDS } from "@/features/counter/card/cards";
import { playFeedback } from "@/features/counter/feedback";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { useCardMessage } from "@/features/counter/slot/useCardMessage";

interface ReverseDialogProps {
  card: Pick<Card, "id">;
  transaction: Pick<CardTransaction, "id" | "amount">;
  onClose: () => void;
}

/** A reversal as it is sent. The server identifies it by its key, including the reason. */
interface Attempt {
  key: string;
  reason: string;
}

/** Reverses a redemption that was made by mistake today. An unanswered request is sent again unchanged. */
export function ReverseDialog({ card, transaction, onClose }: ReverseDialogProps) {
  const client = useQueryClient();
  const say = useCardMessage();
  const [pending, setPending] = useState<Attempt>();
  const amount = formatMoney(transaction.amount);
  const mutation = useMutation({
    mutationFn: ({ key, reason }: Attempt) =>
      call("put", "/api/v1/Cards/{id}/transactions/{transactionId}/reversed", {
        path: { id: card.id, transactionId: transaction.id },
        body: { reason },
        key,
      }),
    onSuccess: () => {
      playFeedback("done");
      onClose();
      say(card.id, { tone: "success", title: m.counter_reversed({ amount }) });
    },
    onError: (error, attempt) => {
      const mayBeDone = pending ? isEarlierOutcomeUnknown(error) : isOutcomeUnknown(error);
      setPending(mayBeDone ? attempt : undefined);
    },
    // After success or refusal, the shown data may be outdated.
    onSettled: () => invalidate(client, CARDS),
  });
  return (
    <ReasonDialog
      title={m.counter_reverse_title()}
      text={pending ? m.counter_reverse_unsure({ amount }) : m.counter_reverse_text({ amount })}
      isReasonFixed={pending !== undefined}
      hint={m.counter_reverse_hint()}
      confirmLabel={m.counter_reverse_confirm({ amount })}
      onConfirm={(reason) => mutation.mutateAsync(pending ?? { key: crypto.randomUUID(), reason })}
      onClose={onClose}
    />
  );
}
