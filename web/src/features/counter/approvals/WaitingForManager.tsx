import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useRef } from "react";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { errorText } from "@/api/error";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { APPROVALS, asClock, causeOf, firstNameOf, type Approval } from "./approvals";
import { playFeedback } from "@/features/counter/feedback";
import { useApproval } from "./useApprovals";
import { useSecondsLeft } from "@/features/counter/useSecondsLeft";

const ManagerApproval = lazyPiece(async () => (await import("./ManagerApproval")).ManagerApproval);

interface WaitingForManagerProps {
  approvalId: string;
  /** In dollars. */
  amount: number;
  /** Called once a manager has approved; the redemption can then be sent again. */
  onApproved: () => void;
  /** Called once the request was refused, cancelled or has expired. */
  onOver: () => void;
  onClose: () => void;
}

/** A redemption that awaits a manager's approval. Its status updates automatically. */
export function WaitingForManager(props: WaitingForManagerProps) {
  const { approvalId, amount, onApproved, onOver, onClose } = props;
  const { data: approval, dataUpdatedAt, error, refetch } = useApproval(approvalId);
  const state = approval?.state ?? "WAITING";
  const secondsLeft = useSecondsLeft(approval?.secondsLeft ?? 0, dataUpdatedAt);
  const tell = useEffectEvent((now: Approval["state"]) => {
    if (now === "APPROVED") onApproved();
    else if (now !== "WAITING") {
      playFeedback("refused");
      onOver();
    }
  });
  useEffect(() => tell(state), [state]);
  // The server sends no event when the time runs out.
  const isTimeOver = approval !== undefined && state === "WAITING" && secondsLeft === 0;
  const askOnce = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (isTimeOver) askOnce();
  }, [isTimeOver]);

  if (approval && state !== "WAITING" && state !== "APPROVED") {
    return <NotApproved approval={approval} onClose={onClose} />;
  }
  return (
    <div className="grid justify-items-center gap-5 pt-2 text-center">
      <span className="grid place-items-center w-21 aspect-square rounded-full bg-success-quiet text-success bg-warning-quiet text-warning">
        <Icon name="shield-check" size={44} />
      </span>
      <div role="status" className="grid gap-2">
        <p className="font-display text-2xl/[1.15] font-title">
          {m.approval_waiting_title({ amount: formatMoney(amount) })}
        </p>
        {approval && <p>{causeOf(approval)}</p>}
        <p className="text-ink-soft">{errorText(error) ?? m.approval_waiting_text()}</p>
      </div>
      {secondsLeft > 0 && (
        <p className="font-semibold tabular-nums">{m.approval_time_left({ time: asClock(secondsLeft) })}</p>
      )}
      <Suspense>
        <ManagerApproval approvalId={approvalId} clerk={firstNameOf(approval?.clerkName)} />
      </Suspense>
      <WithdrawButton id={approvalId} onWithdrawn={onClose} onOver={onOver} />
      {/* The request stays open; opening the card again returns to it. */}
      <Button variant="quiet" onClick={onClose}>
        {m.approval_serve_others()}
      </Button>
    </div>
  );
}

interface WithdrawButtonProps {
  id: string;
  onWithdrawn: () => void;
  onOver: () => void;
}

function WithdrawButton({ id, onWithdrawn, onOver }: WithdrawButtonProps) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => call("post", "/api/v1/Approvals/{id}/withdrawn", { path: { id } }),
    onSuccess: () => {
      onOver();
      onWithdrawn();
    },
    // A manager may have decided at the same moment.
    onSettled: () => invalidate(client, APPROVALS),
  });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} size="large" isBusy={mutation.isPending} onClick={() => mutation.mutate()}>
      {m.approval_withdraw()}
    </Button>
  );
}

function NotApproved({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { state, decidedBy, reason } = approval;
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div className="grid gap-6">
      <Notice tone="danger">
        <strong className="block">
          {state === "DECLINED" && decidedBy !== null
            ? m.approval_declined_by({ name: decidedBy })
            : state === "EXPIRED"
              ? m.approval_expired()
              : m.approval_withdrawn()}
        </strong>
        {reason !== null && <p>{m.log_reason({ reason })}</p>}
        <p>{m.approval_nothing_taken()}</p>
      </Notice>
      <Button ref={close} size="large" variant="primary" onClick={onClose}>
        {m.counter_done()}
      </Button>
    </div>
  );
}
