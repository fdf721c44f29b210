import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { isUnsure, leavesEarlierOpen } from "@/api/unsure";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Notice } from "@/ui/Notice";
import { toast } from "@/ui/toast";
import { CARDS, type Card } from "./cards";
import { giveFeedback } from "./feedback";
import { useScannerKeptOut } from "./scanner";
import { useRefused } from "./useRefused";

/** What is paid out in cash on request, at most: in dollars. */
const MOST_CASH = 5;

export function isPaidOutInCash({ cardBalance, isDeactive }: Card): boolean {
  return !isDeactive && cardBalance > 0 && cardBalance <= MOST_CASH;
}

/** Pays out what little is left. The amount is that of the dialog's opening, by one key, however often it is sent. */
export function CashOutDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const client = useQueryClient();
  const refused = useRefused(card);
  const [key] = useState(() => crypto.randomUUID());
  const [amount] = useState(() => formatMoney(card.cardBalance));
  const [isUnanswered, setIsUnanswered] = useState(false);
  useScannerKeptOut();
  const mutation = useMutation({
    mutationFn: () => call("put", "/api/v1/Cards/{id}/cashed-out", { path: { id: card.id }, key }),
    meta: { showsItsOwnErrors: true },
    onSuccess: ({ value }) => {
      giveFeedback("done");
      toast.success(m.counter_cashed_out({ amount: formatMoney(value) }));
    },
    onError: (error) => {
      const mayBeDone = isUnanswered ? leavesEarlierOpen(error) : isUnsure(error);
      setIsUnanswered(mayBeDone);
      if (!mayBeDone) return refused(error);
      giveFeedback("refused");
      if (isUnanswered && error instanceof ApiError) toast.error(error.errorMessage);
    },
    // What was done is said at once; the rest of the desk follows.
    onSettled: () => void client.invalidateQueries({ queryKey: CARDS }),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.counter_cash_title({ amount })}
      confirmLabel={m.counter_cash_confirm()}
      mutation={mutation}
      variables={undefined}
    >
      {isUnanswered ? (
        <Notice tone="danger">{m.counter_unsure_text()}</Notice>
      ) : (
        m.counter_cash_text({ amount })
      )}
    </ConfirmDialog>
  );
}
