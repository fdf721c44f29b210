// Refunds that the gateway can't make. The bank pays them; one administrator records the payment
// and another confirms it.
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "@/api/client";
import { refusalText } from "@/areas/portal/kit/gatewayReasons";
import { GatewayMessage } from "@/areas/portal/kit/GatewayMessage";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatCalendarDate, formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { EarlierPayment, type EarlierPaymentRecord } from "./EarlierPayment";
import { CHANGED_WITH_AN_ORDER, dossierQuery, type OrderDossier, type OrderRefund } from "./queries";

const ReasonDialog = lazyPiece(
  async () => (await import("@/features/counter/ReasonDialog")).ReasonDialog,
  ({ onClose }) => onClose(),
);
const BankPaymentDialog = lazyPiece(
  async () => (await import("@/areas/portal/kit/BankPaymentDialog")).BankPaymentDialog,
  ({ onClose }) => onClose(),
);

/**
 * Refunds of an order that the gateway can't make, each with its next step. Includes those that ended
 * with a reversed charge, because the bank may have paid them before.
 */
export function BankPaymentPanels({ order }: { order: OrderDossier }) {
  return order.refunds.map((refund) => {
    const { id, state, payableUntil } = refund;
    if (state === "REFUSED") return <BankPaymentPanel key={id} order={order} refund={refund} />;
    if (payableUntil === null) return null;
    return (
      <Notice key={id} className="mt-4">
        <p className="font-semibold">
          {m.helpdesk_bank_earlier_heading({ amount: formatMoney(refund.amount) })}
        </p>
        <Earlier order={order} refund={refund} until={payableUntil} />
      </Notice>
    );
  });
}

interface PanelProps {
  order: OrderDossier;
  refund: OrderRefund;
}

/** Sends a change of a refund and shows the order from the server's answer. */
function useRefund<Values>(
  order: OrderDossier,
  send: (values: Values) => Promise<OrderDossier>,
  saved: string,
  onSaved: () => void,
) {
  const client = useQueryClient();
  return useSave({
    save: async (values: Values) => {
      const changed = await send(values);
      onSaved();
      client.setQueryData(dossierQuery(order.id).queryKey, changed);
    },
    isRepeatable: true,
    saved,
    invalidates: CHANGED_WITH_AN_ORDER,
    // Another administrator may have decided meanwhile.
    invalidatesAlways: true,
  });
}

function BankPaymentPanel({ order, refund }: PanelProps) {
  const { refusal, message, bankAskedAt, payableUntil } = refund;
  return (
    <Notice tone="danger" className="mt-4">
      <p className="font-semibold">{m.helpdesk_bank_title({ amount: formatMoney(refund.amount) })}</p>
      {refusal && <p className="mt-1">{refusalText(refusal)}</p>}
      {message && <GatewayMessage words={message} />}
      {bankAskedAt !== null && <Waiting order={order} refund={refund} askedAt={bankAskedAt} />}
      {bankAskedAt === null &&
        (payableUntil === null ? (
          <Next order={order} refund={refund} />
        ) : (
          <Earlier order={order} refund={refund} until={payableUntil} />
        ))}
    </Notice>
  );
}

function Earlier({ order, refund, until }: PanelProps & { until: string }) {
  const path = { id: order.id, refundId: refund.id };
  const { submit } = useRefund(
    order,
    (payment: EarlierPaymentRecord) =>
      call("put", "/api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid", {
        path,
        body: { amount: refund.amount, ...payment },
      }),
    m.helpdesk_bank_asked(),
    () => undefined,
  );
  return <EarlierPayment refund={refund} until={until} onPaid={submit} />;
}

function Next({ order, refund }: PanelProps) {
  const [isPaying, setIsPaying] = useState(false);
  const path = { id: order.id, refundId: refund.id };
  const amount = formatMoney(refund.amount);
  const again = useRefund<void>(
    order,
    () => call("post", "/api/v1/Helpdesk/orders/{id}/refunds/{refundId}/tried-again", { path }),
    m.helpdesk_bank_asked_again(),
    () => undefined,
  ).mutation;
  const { submit } = useRefund(
    order,
    (reference: string) =>
      call("put", "/api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid", {
        path,
        body: { amount: refund.amount, reference },
      }),
    m.helpdesk_bank_asked(),
    () => setIsPaying(false),
  );
  return (
    <>
      <p className="mt-2">{m.helpdesk_bank_next()}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setIsPaying(true)}>
          {m.helpdesk_bank_pay()}
        </Button>
        <Button isBusy={again.isPending} onClick={() => again.mutate()}>
          {m.helpdesk_bank_again()}
        </Button>
      </div>
      <Suspense>
        {isPaying && (
          <BankPaymentDialog
            title={m.helpdesk_bank_pay_title({ amount, name: order.buyerName })}
            text={m.helpdesk_bank_pay_text({ amount })}
            onConfirm={submit}
            onClose={() => setIsPaying(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function Waiting({ order, refund, askedAt }: PanelProps & { askedAt: string }) {
  const [asking, setAsking] = useState<"approve" | "decline">();
  const isOwn = refund.isBankPaymentOwn;
  const facts = {
    amount: formatMoney(refund.amount),
    date: formatMoment(askedAt),
    reference: refund.bankReference ?? "–",
  };
  const close = () => setAsking(undefined);
  return (
    <>
      <p className="mt-2">
        {isOwn
          ? m.helpdesk_bank_own(facts)
          : m.helpdesk_bank_waits({ ...facts, who: refund.bankAskedByName ?? "–" })}
      </p>
      <DayAndLoss refund={refund} />
      <div className="mt-4 flex flex-wrap gap-3">
        {!isOwn && (
          <DecisionButton
            variant="primary"
            refusal={refund.bankPaymentRefusal}
            aria-haspopup="dialog"
            onClick={() => setAsking("approve")}
          >
            {m.helpdesk_bank_approve()}
          </DecisionButton>
        )}
        <Button aria-haspopup="dialog" onClick={() => setAsking("decline")}>
          {isOwn ? m.helpdesk_refund_withdraw() : m.helpdesk_bank_decline()}
        </Button>
      </div>
      {asking === "approve" && <ApproveDialog order={order} refund={refund} onClose={close} />}
      <Suspense>
        {asking === "decline" && <DeclineDialog order={order} refund={refund} onClose={close} />}
      </Suspense>
    </>
  );
}

/** The day of a recorded payment, and the loss that follows once a second person confirms it. */
function DayAndLoss({ refund: { bankPaidOn, bankPaymentLoss } }: { refund: OrderRefund }) {
  return (
    <>
      {bankPaidOn !== null && (
        <p className="mt-1">{m.helpdesk_bank_paid_on({ date: formatCalendarDate(bankPaidOn) })}</p>
      )}
      {bankPaymentLoss !== null && (
        <p className="mt-1 font-semibold">{m.helpdesk_bank_loss({ amount: formatMoney(bankPaymentLoss) })}</p>
      )}
    </>
  );
}

interface DecisionProps extends PanelProps {
  onClose: () => void;
}

function ApproveDialog({ order, refund, onClose }: DecisionProps) {
  const path = { id: order.id, refundId: refund.id };
  const { mutation } = useRefund<void>(
    order,
    () => call("put", "/api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid/approved", { path }),
    m.helpdesk_bank_approved(),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.helpdesk_bank_approve_title({ amount: formatMoney(refund.amount) })}
      confirmLabel={m.helpdesk_bank_approve()}
      mutation={mutation}
      variables={undefined}
    >
      <p>{m.helpdesk_bank_approve_text({ reference: refund.bankReference ?? "–" })}</p>
      <DayAndLoss refund={refund} />
    </ConfirmDialog>
  );
}

function DeclineDialog({ order, refund, onClose }: DecisionProps) {
  const path = { id: order.id, refundId: refund.id };
  const isOwn = refund.isBankPaymentOwn;
  const { submit } = useRefund(
    order,
    (reason: string) =>
      call("put", "/api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid/declined", {
        path,
        body: { reason },
      }),
    isOwn ? m.helpdesk_bank_withdrawn() : m.helpdesk_bank_declined(),
    onClose,
  );
  return (
    <ReasonDialog
      title={isOwn ? m.helpdesk_bank_withdraw_title() : m.helpdesk_bank_decline_title()}
      text={<p>{m.helpdesk_bank_decline_text()}</p>}
      hint={m.helpdesk_cancel_hint()}
      confirmLabel={isOwn ? m.helpdesk_refund_withdraw() : m.helpdesk_bank_decline()}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
