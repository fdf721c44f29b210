import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { CARDS, type Card } from "./cards";
import { giveFeedback } from "./feedback";
import { isUnsure } from "./tries";
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
  const mutation = useMutation({
    mutationFn: () => call("put", "/api/v1/Cards/{id}/cashed-out", { path: { id: card.id }, key }),
    meta: { showsItsOwnErrors: true },
    onSuccess: ({ value }) => {
      giveFeedback("done");
      toast.success(m.counter_cashed_out({ amount: formatMoney(value) }));
      return client.invalidateQueries({ queryKey: CARDS });
    },
    onError: (error) => {
      if (isUnsure(error)) toast.error(m.counter_unsure_text());
      else refused(error);
    },
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
      {m.counter_cash_text({ amount })}
    </ConfirmDialog>
  );
}
