import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { toast } from "@/ui/toast";
import { CARDS, type Card, type CardTransaction } from "./cards";
import { giveFeedback } from "./feedback";
import { ReasonDialog } from "./ReasonDialog";

interface ReverseDialogProps {
  card: Card;
  transaction: CardTransaction;
  onClose: () => void;
}

/** Puts back what was redeemed today by mistake. */
export function ReverseDialog({ card, transaction, onClose }: ReverseDialogProps) {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const amount = formatMoney(transaction.amount);
  const mutation = useMutation({
    mutationFn: (reason: string) =>
      call("put", "/api/v1/Cards/{id}/transactions/{transactionId}/reversed", {
        path: { id: card.id, transactionId: transaction.id },
        body: { reason },
        key,
      }),
    onSuccess: () => {
      giveFeedback("done");
      toast.success(m.counter_reversed({ amount }));
      onClose();
    },
    // Done or refused: what stands on the screen may not be true any more.
    onSettled: () => client.invalidateQueries({ queryKey: CARDS }),
  });
  return (
    <ReasonDialog
      title={m.counter_reverse_title({ amount })}
      text={m.counter_reverse_text({ amount })}
      hint={m.counter_reverse_hint()}
      confirmLabel={m.counter_reverse_confirm()}
      onConfirm={mutation.mutateAsync}
      onClose={onClose}
    />
  );
}
