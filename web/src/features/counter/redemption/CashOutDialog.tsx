import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { invalidate } from "@/api/reading";
import { isOutcomeUnknown, isEarlierOutcomeUnknown } from "@/api/outcome";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { useProfile } from "@/session/current";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Dialog } from "@/ui/overlay/Dialog";
import { Notice } from "@/ui/layout/Notice";
import { toast } from "@/ui/overlay/toast";
import type { Card } from "@/features/card/types";
import { inCents, inDollars } from "./amount";
import { approvalOf } from "@/features/counter/approvals/approvals";
import { CARDS } from "@/features/counter/card/cards";
import { playFeedback } from "@/features/counter/feedback";
import { useScannerKeptOut } from "@/features/counter/lookup/scanner";
import { pendingCashOuts } from "./pendingRedemptions";
import { clearLookUp } from "@/features/counter/lookup/useLookUp";
import { useCardMessage } from "@/features/counter/slot/useCardMessage";
import { useRefused } from "./useRefused";
import { blockNavigationDuring } from "./useBlockNavigation";
import { WaitingForManager } from "@/features/counter/approvals/WaitingForManager";

/** Highest balance in dollars that is paid out in cash. */
const MAX_CASH = 5;

export function isPaidOutInCash({ cardBalance, isDeactive }: Card): boolean {
  return !isDeactive && cardBalance > 0 && cardBalance <= MAX_CASH;
}

/**
 * Pays out the small rest of a card: the balance when the dialog was opened, under one key however often it is sent. The same
 * clerk finds an unanswered payout again.
 */
export function CashOutDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const client = useQueryClient();
  const refused = useRefused(card, m.counter_cash_too_little);
  const say = useCardMessage();
  const userId = useProfile()?.userId ?? "";
  const [earlier] = useState(() => pendingCashOuts.of(card.id).find((kept) => kept.userId === userId));
  const [key] = useState(() => earlier?.key ?? crypto.randomUUID());
  const [cents] = useState(() => earlier?.taken ?? inCents(card.cardBalance));
  const [approvalId, setApprovalId] = useState(earlier?.approvalId);
  const [isUnanswered, setIsUnanswered] = useState(earlier !== undefined);
  const amount = formatMoney(inDollars(cents));
  useScannerKeptOut();
  const sent = () => ({ key, cardId: card.id, userId, taken: cents, sentAt: Date.now() });
  const mutation = useMutation({
    mutationFn: () => {
      pendingCashOuts.remember(sent());
      clearLookUp();
      return blockNavigationDuring(
        call("put", "/api/v1/Cards/{id}/cashed-out", { path: { id: card.id }, key }),
      );
    },
    meta: { showsItsOwnErrors: true },
    onSuccess: ({ value }) => {
      pendingCashOuts.forget(key);
      playFeedback("done");
      say(card.id, { tone: "success", title: m.counter_cashed_out({ amount: formatMoney(value) }) });
    },
    onError: (error) => {
      const waitsFor = approvalOf(error);
      setApprovalId(waitsFor);
      if (waitsFor !== undefined) {
        // Opening the dialog again resumes the wait for the approval.
        pendingCashOuts.remember({ ...sent(), approvalId: waitsFor });
        return;
      }
      const mayBeDone = isUnanswered ? isEarlierOutcomeUnknown(error) : isOutcomeUnknown(error);
      setIsUnanswered(mayBeDone);
      if (!mayBeDone) {
        pendingCashOuts.forget(key);
        return refused(error);
      }
      playFeedback("refused");
      if (isUnanswered && error instanceof ApiError) toast.error(error.errorMessage);
    },
    // Show the result at once and don't await the refetch.
    onSettled: () => void invalidate(client, CARDS),
  });
  if (approvalId !== undefined) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={m.counter_cash_title({ amount })}
        className="sm:w-115 max-h-[calc(100dvh-16px)] max-sm:max-h-dvh"
      >
        <WaitingForManager
          approvalId={approvalId}
          amount={inDollars(cents)}
          onApproved={() => mutation.mutate(undefined, { onSuccess: onClose })}
          onOver={() => pendingCashOuts.forget(key)}
          onClose={onClose}
        />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.counter_cash_title({ amount })}
      confirmLabel={m.counter_cash_confirm()}
      mutation={mutation}
      variables={undefined}
    >
      {isUnanswered ? (
        <Notice tone="danger">{m.counter_unsure_text()}</Notice>
      ) : (
        m.counter_cash_text({ amount })
      )}
    </ConfirmDialog>
  );
}
