import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import type { Card } from "@/features/card/types";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { toast } from "@/ui/overlay/toast";
import { CARDS, cardQuery } from "./cards";
import { ReasonDialog } from "@/features/counter/ReasonDialog";

interface ReportLostDialogProps {
  card: Card;
  onClose: () => void;
}

/** Replaces the code of a customer's card that its holder has lost. */
export function ReportLostDialog({ card, onClose }: ReportLostDialogProps) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (reason: string) =>
      call("post", "/api/v1/Cards/{id}/lost", { path: { id: card.id }, body: { reason } }),
    onSuccess: (changed) => {
      onClose();
      toast.success(m.counter_lost_done());
      client.setQueryData(cardQuery(card.id).queryKey, changed);
      return invalidate(client, CARDS);
    },
  });
  const isUnclaimed = card.isGift && card.claimedAt === null;
  const balance = formatMoney(card.cardBalance);
  const email = card.recipientEmail ?? "";
  return (
    <ReasonDialog
      title={m.counter_lost_title()}
      text={<p>{isUnclaimed ? m.counter_lost_gift({ balance, email }) : m.counter_lost_text({ balance })}</p>}
      hint={m.counter_lost_hint()}
      confirmLabel={m.counter_lost_confirm()}
      onConfirm={mutation.mutateAsync}
      onClose={onClose}
    />
  );
}
