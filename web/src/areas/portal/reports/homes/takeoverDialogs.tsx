// Accepting or declining the cards of a closing shop.
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import type { Takeover } from "./queries";

interface TakeoverDialogProps {
  shopId: string;
  takeover: Takeover;
  onClose: () => void;
  onChanged: (changed: Takeover[]) => void;
}

/** Sends the decision, and shows what the server has answered. */
function useDecision<Values>(
  { onClose, onChanged }: TakeoverDialogProps,
  send: (values: Values) => Promise<Takeover[]>,
  saved: string,
) {
  return useSave({
    save: async (values: Values) => {
      const changed = await send(values);
      onClose();
      onChanged(changed);
    },
    isRepeatable: true,
    saved,
    invalidates: ["/Vendors"],
    // An administrator may have decided meanwhile.
    invalidatesAlways: true,
  });
}

export function AcceptTakeoverDialog(props: TakeoverDialogProps) {
  const { shopId, takeover, onClose } = props;
  const { vendorName: shop, amount } = takeover;
  const path = { id: shopId, closingId: takeover.id };
  const { mutation } = useDecision<void>(
    props,
    () => call("put", "/api/v1/Vendors/{id}/takeovers/{closingId}/accepted", { path }),
    m.summary_takeover_accepted({ shop }),
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.summary_takeover_accept_title({ shop })}
      confirmLabel={m.summary_takeover_accept()}
      mutation={mutation}
      variables={undefined}
    >
      {m.summary_takeover_accept_text({ shop, amount: formatMoney(amount) })}
    </ConfirmDialog>
  );
}

export function DeclineTakeoverDialog(props: TakeoverDialogProps) {
  const { shopId, takeover, onClose } = props;
  const path = { id: shopId, closingId: takeover.id };
  const { submit } = useDecision(
    props,
    (reason: string) =>
      call("put", "/api/v1/Vendors/{id}/takeovers/{closingId}/declined", { path, body: { reason } }),
    m.summary_takeover_declined(),
  );
  return (
    <ReasonDialog
      title={m.summary_takeover_decline_title({ shop: takeover.vendorName })}
      text={<p>{m.summary_takeover_decline_text({ shop: takeover.vendorName })}</p>}
      hint={m.summary_takeover_decline_hint()}
      confirmLabel={m.summary_takeover_decline()}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
