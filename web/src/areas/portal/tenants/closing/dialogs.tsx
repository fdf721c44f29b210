// Dialogs for refunding all cards of a closing shop: request, decision, and payments made in
// another way.
import { call } from "@/api/client";
import { BankPaymentDialog } from "@/areas/portal/kit/BankPaymentDialog";
import { createOnce } from "@/api/createOnce";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import type { ClosingOrders, ShopClosing } from "./queries";
import { useClosing, type ClosingDialogProps } from "./useClosing";

function ask(id: string, amount: number, reason: string) {
  return createOnce("/api/v1/Vendors/{id}/closing", { path: { id }, body: { amount, reason } });
}

interface RefundAllDialogProps extends ClosingDialogProps {
  name: string;
  amount: number;
  count: number;
}

export function RefundAllDialog({ name, amount, count, ...dialog }: RefundAllDialogProps) {
  const { submit } = useClosing(
    dialog,
    (reason: string) => ask(dialog.shopId, amount, reason),
    m.tenants_closing_refund_asked(),
  );
  const sum = formatMoney(amount);
  return (
    <ReasonDialog
      title={m.tenants_closing_refund_title({ name })}
      text={
        <>
          <p>{m.tenants_closing_refund_text({ amount: sum, count })}</p>
          <p className="text-sm text-ink-soft">{m.tenants_closing_refund_second()}</p>
        </>
      }
      hint={m.tenants_closing_refund_hint()}
      confirmLabel={m.tenants_closing_refund_confirm({ amount: sum })}
      isDangerous
      onConfirm={submit}
      onClose={dialog.onClose}
    />
  );
}

interface DecisionProps extends ClosingDialogProps {
  closing: ShopClosing;
  /** Current total of the card balances. */
  amount: number;
}

export function ApproveClosingDialog({ closing, amount, ...dialog }: DecisionProps) {
  const path = { id: dialog.shopId, closingId: closing.id };
  const { mutation } = useClosing<void>(
    dialog,
    () => call("put", "/api/v1/Vendors/{id}/closing/{closingId}/approved", { path }),
    closing.successor ? m.tenants_closing_approved_handover() : m.tenants_closing_approved(),
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={dialog.onClose}
      title={
        closing.successor
          ? m.tenants_closing_approve_handover_title({
              amount: formatMoney(amount),
              shop: closing.successor.name,
            })
          : m.tenants_closing_approve_title({ amount: formatMoney(amount) })
      }
      confirmLabel={m.tenants_closing_approve()}
      isDangerous
      mutation={mutation}
      variables={undefined}
    >
      {closing.successor
        ? m.tenants_closing_approve_handover_text({ shop: closing.successor.name })
        : m.tenants_closing_approve_text()}
    </ConfirmDialog>
  );
}

export function DeclineDialog({ closing, ...dialog }: ClosingDialogProps & { closing: ShopClosing }) {
  const path = { id: dialog.shopId, closingId: closing.id };
  const { submit } = useClosing(
    dialog,
    (reason: string) =>
      call("put", "/api/v1/Vendors/{id}/closing/{closingId}/declined", { path, body: { reason } }),
    closing.isOwn ? m.tenants_closing_withdrawn() : m.tenants_closing_declined(),
  );
  return (
    <ReasonDialog
      title={closing.isOwn ? m.tenants_closing_withdraw_title() : m.tenants_closing_decline_title()}
      text={<p>{m.tenants_closing_decline_text()}</p>}
      hint={m.tenants_closing_refund_hint()}
      confirmLabel={closing.isOwn ? m.tenants_closing_withdraw() : m.tenants_closing_decline()}
      onConfirm={submit}
      onClose={dialog.onClose}
    />
  );
}

interface PayDialogProps extends ClosingDialogProps {
  closingId: string;
  left: ClosingOrders;
}

/** Dialog that records a payment by the bank for charges that the gateway can no longer refund. */
export function PayDialog({ closingId, left, ...dialog }: PayDialogProps) {
  const path = { id: dialog.shopId, closingId, orderId: left.orderId };
  const amount = formatMoney(left.amount);
  const { submit } = useClosing(
    dialog,
    (reference: string) =>
      call("put", "/api/v1/Vendors/{id}/closing/{closingId}/left/{orderId}/paid", {
        path,
        body: { amount: left.amount, reference },
      }),
    m.tenants_closing_paid(),
  );
  return (
    <BankPaymentDialog
      title={m.tenants_closing_pay_title({ amount, name: left.buyerName })}
      text={m.tenants_closing_pay_text({ amount })}
      onConfirm={submit}
      onClose={dialog.onClose}
    />
  );
}
