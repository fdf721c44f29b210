import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { untilAnswered } from "@/api/repeat";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import {
  APPROVALS,
  asClock,
  causeOf,
  firstNameOf,
  type Approval,
} from "@/features/counter/approvals/approvals";
import { CARDS } from "@/features/counter/card/cards";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { useSecondsLeft } from "@/features/counter/useSecondsLeft";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { toast } from "@/ui/overlay/toast";

interface ApprovalCardProps {
  approval: Approval;
  /** Time of the server's answer with the remaining time, by this browser's clock. */
  since: number;
}

/** One approval request: amount, clerk and card, and the buttons to approve or decline. */
export function ApprovalCard({ approval, since }: ApprovalCardProps) {
  const { id, value, clerkName, till, cardNumber, cardBalance, holderName, transactionType } = approval;
  const client = useQueryClient();
  const [isDeclining, setIsDeclining] = useState(false);
  const secondsLeft = useSecondsLeft(approval.secondsLeft, since);
  const amount = formatMoney(value);
  // Another manager may have decided first.
  const refresh = async () => {
    await invalidate(client, [...APPROVALS, ...CARDS]);
  };
  const approve = useMutation({
    mutationFn: (forAnHour: boolean) =>
      untilAnswered(() =>
        call("post", "/api/v1/Approvals/{id}/approved", { path: { id }, body: { forAnHour } }),
      ),
    onSuccess: (_approved, forAnHour) =>
      toast.success(
        forAnHour
          ? m.approval_approved_for_an_hour({ amount, name: firstNameOf(clerkName) })
          : m.approval_approved({ amount }),
      ),
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: (reason: string) =>
      untilAnswered(() =>
        call("post", "/api/v1/Approvals/{id}/declined", { path: { id }, body: { reason } }),
      ),
    onSuccess: () => {
      setIsDeclining(false);
      toast.success(m.approval_declined({ amount }));
    },
    onSettled: refresh,
  });
  const isCash = transactionType === "Debit";
  return (
    <article className="grid gap-4 p-[clamp(20px,3vw,28px)] border border-line rounded-panel bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h2 className="text-2xl">
          <Money amount={value} />
        </h2>
        <p className="font-semibold tabular-nums">{m.approval_time_left({ time: asClock(secondsLeft) })}</p>
      </header>
      <p>
        {isCash ? m.approval_asks_cash({ name: clerkName }) : m.approval_asks({ name: clerkName })}{" "}
        {causeOf(approval)}
      </p>
      {approval.isByName && (
        <p>
          <Chip tone="warning">{m.approval_by_name()}</Chip>
        </p>
      )}
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(136px,100%),1fr))] gap-x-6 gap-y-3 border-t border-line pt-4 [&_dt]:text-sm/normal [&_dt]:text-ink-soft [&_dd]:font-semibold [&_dd]:wrap-anywhere">
        {till !== null && (
          <div>
            <dt>{m.approval_till()}</dt>
            <dd>{till}</dd>
          </div>
        )}
        <div>
          <dt>{m.counter_card()}</dt>
          <dd className="font-mono">{cardNumber}</dd>
        </div>
        <div>
          <dt>{m.approval_holder()}</dt>
          <dd>{holderName}</dd>
        </div>
        <div>
          <dt>{m.counter_balance()}</dt>
          <dd>
            <Money amount={cardBalance} />
          </dd>
        </div>
      </dl>
      <div className="grid grid-cols-[1fr_2fr] gap-3 [&_.button]:px-3 [&_.button]:whitespace-normal">
        <Button
          size="large"
          aria-haspopup="dialog"
          disabled={approve.isPending || approval.refusal?.errorCode === "OWN_REQUEST"}
          onClick={() => setIsDeclining(true)}
        >
          {m.approval_decline()}
        </Button>
        <DecisionButton
          variant="primary"
          size="large"
          refusal={approval.refusal}
          isBusy={approve.isPending}
          onClick={() => approve.mutate(false)}
        >
          {m.approval_approve({ amount })}
        </DecisionButton>
      </div>
      {approval.cause !== "SINGLE" && (
        <DecisionButton
          variant="secondary"
          size="large"
          refusal={approval.refusal}
          isBusy={approve.isPending}
          onClick={() => approve.mutate(true)}
        >
          {m.approval_for_an_hour({ name: firstNameOf(clerkName) })}
        </DecisionButton>
      )}
      {isDeclining && (
        <ReasonDialog
          title={m.approval_decline_title()}
          text={m.approval_decline_text({ amount })}
          hint={m.approval_decline_hint()}
          confirmLabel={m.approval_decline()}
          onConfirm={(reason) => decline.mutateAsync(reason)}
          onClose={() => setIsDeclining(false)}
        />
      )}
    </article>
  );
}
