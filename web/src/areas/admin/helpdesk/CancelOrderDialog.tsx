import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { ReasonDialog } from "@/shared/counter/ReasonDialog";
import { toast } from "@/ui/toast";
import { dossierQuery, invalidateOrders, type OrderDossier } from "./queries";

interface CancelOrderDialogProps {
  order: OrderDossier;
  onClose: () => void;
}

/** Takes an order back: the money goes to the buyer, the cards are worth nothing. */
export function CancelOrderDialog({ order, onClose }: CancelOrderDialogProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      call("post", "/api/v1/Helpdesk/orders/{id}/cancelled", { path: { id: order.id }, body: { reason } }),
    onSuccess: async (changed) => {
      onClose();
      toast.success(m.helpdesk_cancelled());
      client.setQueryData(dossierQuery(order.id).queryKey, changed);
      await invalidateOrders(client);
    },
  });
  const total = formatMoney(order.total ?? 0);
  return (
    <ReasonDialog
      title={m.helpdesk_cancel_title({ total })}
      text={m.helpdesk_cancel_text({ total })}
      hint={m.helpdesk_cancel_hint()}
      confirmLabel={m.helpdesk_cancel_confirm()}
      isDangerous
      onConfirm={cancel.mutateAsync}
      onClose={onClose}
    />
  );
}
