import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { untilAnswered } from "@/api/repeat";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { toast } from "@/ui/overlay/toast";
import type { Card } from "@/features/card/types";
import { CARDS, cardQuery } from "./cards";
import { useIsCounterPage } from "@/features/counter/slot/counterRoutes";
import { ReasonDialog } from "@/features/counter/ReasonDialog";

interface SwitchCardDialogProps {
  card: Card;
  onClose: () => void;
}

function useSwitched(card: Card, done: string) {
  const client = useQueryClient();
  const isCounter = useIsCounterPage();
  return (changed: Card) => {
    // At the counter, the open card shows the result.
    if (!isCounter) toast.success(done);
    client.setQueryData(cardQuery(card.id).queryKey, changed);
    return invalidate(client, CARDS);
  };
}

/** Freezes a card: it keeps its balance, which nobody can spend. */
export function DeactivateDialog({ card, onClose }: SwitchCardDialogProps) {
  const switched = useSwitched(card, m.lists_deactivated());
  const mutation = useMutation({
    mutationFn: (reason: string) =>
      untilAnswered(() =>
        call("put", "/api/v1/Cards/{id}/deactived", { path: { id: card.id }, body: { reason } }),
      ),
    onSuccess: (changed) => {
      onClose();
      return switched(changed);
    },
  });
  return (
    <ReasonDialog
      title={m.counter_deactivate_title()}
      text={m.counter_deactivate_text({ balance: formatMoney(card.cardBalance) })}
      hint={m.counter_deactivate_hint()}
      confirmLabel={m.counter_deactivate_confirm()}
      isDangerous
      onConfirm={mutation.mutateAsync}
      onClose={onClose}
    />
  );
}

/** Reactivates a frozen card. */
export function ReactivateDialog({ card, onClose }: SwitchCardDialogProps) {
  const switched = useSwitched(card, m.lists_activated());
  const mutation = useMutation({
    mutationFn: (reason: string) =>
      untilAnswered(() =>
        call("put", "/api/v1/Cards/{id}/reactivated", { path: { id: card.id }, body: { reason } }),
      ),
    onSuccess: (changed) => {
      onClose();
      return switched(changed);
    },
  });
  const before = card.deactivationReason;
  return (
    <ReasonDialog
      title={m.counter_reactivate_title()}
      text={
        <>
          <p>{m.counter_reactivate_text({ balance: formatMoney(card.cardBalance) })}</p>
          {before && <p>{m.counter_reactivate_because({ reason: before })}</p>}
        </>
      }
      hint={m.counter_deactivate_hint()}
      confirmLabel={m.counter_reactivate_confirm()}
      onConfirm={mutation.mutateAsync}
      onClose={onClose}
    />
  );
}
