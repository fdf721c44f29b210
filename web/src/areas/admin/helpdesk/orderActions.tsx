// What an administrator can do with a paid order.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import type { CaseAction } from "@/areas/admin/kit/cases/CaseMenu";
import { useSave } from "@/areas/admin/kit/useSave";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { toast } from "@/ui/toast";
import { CHANGED_WITH_AN_ORDER, dossierQuery, type OrderDossier } from "./queries";

/** How long the gateway may take until the page shows what it said. */
const ANSWERED_AFTER_MS = 3_000;

/** Has the gateway asked whether the charge still stands: it tells nobody of disputes by itself. */
export function useCheckCharge(id: string): CaseAction {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => call("post", "/api/v1/Helpdesk/orders/{id}/checked", { path: { id } }),
    onSuccess: () => {
      toast.success(m.helpdesk_checked());
      setTimeout(() => void invalidate(client, CHANGED_WITH_AN_ORDER), ANSWERED_AFTER_MS);
    },
  });
  return {
    label: m.helpdesk_check(),
    icon: "rotate-cw",
    run: () => check.mutate(),
    isDisabled: check.isPending,
  };
}

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
