// A refund above the limit for one person, which another administrator approves or declines.
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { CHANGED_WITH_AN_ORDER, dossierQuery, type OrderDossier, type RefundRequest } from "./queries";

const ReasonDialog = lazyPiece(
  async () => (await import("@/features/counter/ReasonDialog")).ReasonDialog,
  ({ onClose }) => onClose(),
);

/** The order's refund that waits for a second person, or the one declined last. */
export function RefundRequestPanel({ order }: { order: OrderDossier }) {
  const newest = order.refundRequests[0];
  if (newest === undefined || newest.isApproved === true) return null;
  if (newest.decidedAt !== null) {
    const words = newest.isWithdrawn
      ? m.helpdesk_refund_request_withdrawn
      : m.helpdesk_refund_request_declined;
    return (
      <Notice className="mt-4">
        {words({
          amount: formatMoney(newest.amount),
          who: newest.decidedByName ?? "–",
          reason: newest.declineReason ?? "–",
        })}
      </Notice>
    );
  }
  return <Waiting orderId={order.id} request={newest} />;
}

interface WaitingProps {
  orderId: string;
  request: RefundRequest;
}

function Waiting({ orderId, request }: WaitingProps) {
  const [asking, setAsking] = useState<"approve" | "decline">();
  const { isOwn, amount, cards: count, requestedAt, requestedByName, reason } = request;
  const facts = { amount: formatMoney(amount), count, date: formatMoment(requestedAt) };
  const close = () => setAsking(undefined);
  return (
    <>
      <Notice className="mt-4">
        <p className="font-semibold">
          {isOwn
            ? m.helpdesk_refund_request_own(facts)
            : m.helpdesk_refund_request_waits({ ...facts, who: requestedByName ?? "–" })}
        </p>
        <p className="mt-1">{m.helpdesk_refund_request_reason({ reason })}</p>
        <p className="mt-1 text-sm">{m.helpdesk_refund_request_usable()}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          {!isOwn && (
            <DecisionButton
              variant="primary"
              refusal={request.refusal}
              aria-haspopup="dialog"
              onClick={() => setAsking("approve")}
            >
              {m.helpdesk_refund_approve()}
            </DecisionButton>
          )}
          <Button aria-haspopup="dialog" onClick={() => setAsking("decline")}>
            {isOwn ? m.helpdesk_refund_withdraw() : m.helpdesk_refund_decline()}
          </Button>
        </div>
      </Notice>
      {asking === "approve" && <ApproveDialog orderId={orderId} request={request} onClose={close} />}
      <Suspense>
        {asking === "decline" && <DeclineDialog orderId={orderId} request={request} onClose={close} />}
      </Suspense>
    </>
  );
}

interface DecisionProps extends WaitingProps {
  onClose: () => void;
}

function ApproveDialog({ orderId, request, onClose }: DecisionProps) {
  const client = useQueryClient();
  const amount = formatMoney(request.amount);
  const { mutation } = useSave({
    save: async () => {
      const path = { id: orderId, requestId: request.id };
      const changed = await call("put", "/api/v1/Helpdesk/orders/{id}/refund-requests/{requestId}/approved", {
        path,
      });
      onClose();
      client.setQueryData(dossierQuery(orderId).queryKey, changed);
    },
    isRepeatable: true,
    saved: m.helpdesk_refund_approved(),
    invalidates: CHANGED_WITH_AN_ORDER,
    invalidatesAlways: true,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.helpdesk_refund_approve_title({ amount })}
      confirmLabel={m.helpdesk_refund_approve()}
      isDangerous
      mutation={mutation}
      variables={undefined}
    >
      {m.helpdesk_refund_approve_text({ amount })}
    </ConfirmDialog>
  );
}

function DeclineDialog({ orderId, request, onClose }: DecisionProps) {
  const client = useQueryClient();
  const { isOwn } = request;
  const { submit } = useSave({
    save: async (reason: string) => {
      const path = { id: orderId, requestId: request.id };
      const changed = await call("put", "/api/v1/Helpdesk/orders/{id}/refund-requests/{requestId}/declined", {
        path,
        body: { reason },
      });
      onClose();
      client.setQueryData(dossierQuery(orderId).queryKey, changed);
    },
    isRepeatable: true,
    saved: isOwn ? m.helpdesk_refund_withdrawn() : m.helpdesk_refund_declined(),
    invalidates: CHANGED_WITH_AN_ORDER,
    // Another administrator may have approved it meanwhile.
    invalidatesAlways: true,
  });
  return (
    <ReasonDialog
      title={isOwn ? m.helpdesk_refund_withdraw_title() : m.helpdesk_refund_decline_title()}
      text={<p>{m.helpdesk_refund_decline_text()}</p>}
      hint={m.helpdesk_cancel_hint()}
      confirmLabel={isOwn ? m.helpdesk_refund_withdraw() : m.helpdesk_refund_decline()}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
