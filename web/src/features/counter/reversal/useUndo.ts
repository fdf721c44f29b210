import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { isOutcomeUnknown, isEarlierOutcomeUnknown } from "@/api/outcome";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { withdrawToast } from "@/ui/overlay/toast";
import { CARDS } from "@/features/counter/card/cards";
import { playFeedback } from "@/features/counter/feedback";
import { useCardMessage } from "@/features/counter/slot/useCardMessage";

/** A redemption that may be reversed. */
export interface Redemption {
  cardId: string;
  transactionId: string;
  /** In dollars. */
  amount: number;
}

/** Reverses a recent redemption of the same user. An unanswered request is sent again under the same key. */
export function useUndo({ cardId, transactionId, amount }: Redemption, onDone?: () => void) {
  const client = useQueryClient();
  const say = useCardMessage();
  const [key] = useState(() => crypto.randomUUID());
  const [isUnanswered, setIsUnanswered] = useState(false);
  const mutation = useMutation({
    mutationFn: () =>
      call("put", "/api/v1/Cards/{id}/transactions/{transactionId}/reversed", {
        path: { id: cardId, transactionId },
        body: { reason: null },
        key,
      }),
    onSuccess: () => {
      playFeedback("done");
      withdrawToast(m.counter_redeemed_toast());
      onDone?.();
      say(cardId, { tone: "success", title: m.counter_reversed({ amount: formatMoney(amount) }) });
    },
    onError: (error) => {
      playFeedback("refused");
      setIsUnanswered(isUnanswered ? isEarlierOutcomeUnknown(error) : isOutcomeUnknown(error));
    },
    // After success or refusal, the shown data may be outdated.
    onSettled: () => invalidate(client, CARDS),
  });
  return {
    undo: () => mutation.mutate(),
    isSending: mutation.isPending,
    /** Whether the outcome is unknown. */
    isUnanswered,
    isRefused: mutation.isError && !isUnanswered,
  };
}
