import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { riskLabel } from "@/features/orders/riskLabels";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { CHANGED_WITH_AN_ORDER, dossierQuery, type OrderDossier, type OrderReview } from "./queries";

const ReasonDialog = lazyPiece(
  async () => (await import("@/features/counter/ReasonDialog")).ReasonDialog,
  ({ onClose }) => onClose(),
);

type Decision = "released" | "voided";

interface ReviewPanelProps {
  order: OrderDossier;
  review: OrderReview;
}

/** Reasons why an order is held, with the two decisions; afterwards, who decided. */
export function ReviewPanel({ order, review }: ReviewPanelProps) {
  const [asked, setAsked] = useState<Decision>();
  if (review.decidedAt !== null) {
    return <Notice className="mt-4">{decided(review, formatMoment(review.decidedAt))}</Notice>;
  }
  return (
    <>
      <Notice className="mt-4">
        <p className="font-semibold">{m.helpdesk_review_notice({ score: review.score })}</p>
        <ul className="mt-2 list-disc pl-5">
          {review.reasons.map((reason) => (
            <li key={reason}>{riskLabel(reason)}</li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-3">
          <DecisionButton
            variant="primary"
            refusal={review.refusal}
            aria-haspopup="dialog"
            onClick={() => setAsked("released")}
          >
            {m.helpdesk_release()}
          </DecisionButton>
          <Button
            variant="danger"
            // Administrators can't void their own order. The rule about appointed administrators
            // doesn't apply here.
            disabled={review.refusal?.errorCode === "OWN_ORDER"}
            aria-haspopup="dialog"
            onClick={() => setAsked("voided")}
          >
            {m.helpdesk_void()}
          </Button>
        </div>
      </Notice>
      <Suspense>
        {asked && (
          <DecisionDialog
            id={order.id}
            total={formatMoney(review.amount)}
            decision={asked}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

function decided({ isReleased, decidedByName: name, reason }: OrderReview, date: string): string {
  if (name === null) return m.helpdesk_review_gone({ date });
  const facts = { date, name, reason: reason ?? "–" };
  return isReleased ? m.helpdesk_review_released(facts) : m.helpdesk_review_voided(facts);
}

interface DecisionDialogProps {
  id: string;
  total: string;
  decision: Decision;
  onClose: () => void;
}

function DecisionDialog({ id, total, decision, onClose }: DecisionDialogProps) {
  const client = useQueryClient();
  const isRelease = decision === "released";
  const { submit } = useSave({
    save: async (reason: string) => {
      const options = { path: { id }, body: { reason } };
      const changed = isRelease
        ? await call("post", "/api/v1/Helpdesk/orders/{id}/released", options)
        : await call("post", "/api/v1/Helpdesk/orders/{id}/voided", options);
      onClose();
      client.setQueryData(dossierQuery(id).queryKey, changed);
    },
    isRepeatable: true,
    saved: isRelease ? m.helpdesk_released() : m.helpdesk_voided(),
    invalidates: CHANGED_WITH_AN_ORDER,
  });
  return (
    <ReasonDialog
      title={isRelease ? m.helpdesk_release_title({ total }) : m.helpdesk_void_title({ total })}
      text={<p>{isRelease ? m.helpdesk_release_text() : m.helpdesk_void_text({ total })}</p>}
      hint={m.helpdesk_cancel_hint()}
      confirmLabel={isRelease ? m.helpdesk_release_confirm() : m.helpdesk_void_confirm()}
      isDangerous={!isRelease}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
