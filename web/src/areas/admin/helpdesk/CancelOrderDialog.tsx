import { useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { useSave } from "@/areas/admin/kit/useSave";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { CHANGED_WITH_AN_ORDER, dossierQuery, type OrderDossier } from "./queries";

interface CancelOrderDialogProps {
  order: OrderDossier;
  onClose: () => void;
}

/** Takes an order back: the money goes to the buyer, the cards are worth nothing. */
export function CancelOrderDialog({ order: { id, total: sum }, onClose }: CancelOrderDialogProps) {
  const client = useQueryClient();
  const { submit } = useSave({
    save: async (reason: string) => {
      const changed = await call("post", "/api/v1/Helpdesk/orders/{id}/cancelled", {
        path: { id },
        body: { reason },
      });
      onClose();
      client.setQueryData(dossierQuery(id).queryKey, changed);
    },
    saved: m.helpdesk_cancelled(),
    invalidates: CHANGED_WITH_AN_ORDER,
  });
  const total = formatMoney(sum ?? 0);
  return (
    <ReasonDialog
      title={m.helpdesk_cancel_title({ total })}
      text={m.helpdesk_cancel_text({ total })}
      hint={m.helpdesk_cancel_hint()}
      confirmLabel={m.helpdesk_cancel_confirm()}
      isDangerous
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
