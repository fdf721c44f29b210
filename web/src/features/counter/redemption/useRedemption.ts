// Redeems an amount, in a dialog or beside the card.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { invalidate } from "@/api/reading";
import { isOutcomeUnknown, isEarlierOutcomeUnknown } from "@/api/outcome";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { toast } from "@/ui/overlay/toast";
import type { Card } from "@/features/card/types";
import { inDollars } from "./amount";
import { approvalOf } from "@/features/counter/approvals/approvals";
import { CARDS, cardQuery } from "@/features/counter/card/cards";
import { playFeedback } from "@/features/counter/feedback";
import { useIsCounterPage } from "@/features/counter/slot/counterRoutes";
import { findPending, removePending, rememberPending, type PendingRedemption } from "./pendingRedemptions";
import { clearLookUp } from "@/features/counter/lookup/useLookUp";
import { useRefused } from "./useRefused";
import { blockNavigationDuring } from "./useBlockNavigation";

interface Redeeming {
  card: Card;
  /** Shows the card's history, which was just refetched. */
  onLookAtHistory: () => void;
  onClose: () => void;
}

/**
 * Redeems an amount. Each attempt has an idempotency key. If it gets no answer, the same user sends it again with that key, and
 * the server redeems once.
 */
export function useRedemption({ card, onLookAtHistory, onClose }: Redeeming) {
  const client = useQueryClient();
  const refused = useRefused(card);
  const isCounter = useIsCounterPage();
  const profile = useProfile();
  const userId = profile?.userId ?? "";
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [pending, setPending] = useState(() => findPending(card.id, userId));
  /** Key of another user's pending attempt that the current user has dismissed. It stays stored for its owner. */
  const [passedKey, setPassedKey] = useState<string>();
  const mutation = useMutation({
    mutationFn: (attempt: PendingRedemption) => {
      rememberPending(attempt);
      // Ignore a pending look-up: the next card waits until the outcome of this one is known.
      clearLookUp();
      return blockNavigationDuring(
        call("put", "/api/v1/Cards/{id}/redeemed", {
          path: { id: card.id },
          body: { value: inDollars(attempt.taken), reason: attempt.reason ?? null },
          key: attempt.key,
        }),
      );
    },
    meta: { showsItsOwnErrors: true },
    onSuccess: ({ balance }, attempt) => {
      removePending(attempt);
      setPending(undefined);
      playFeedback("done");
      // At the counter, the result is shown in the card slot.
      if (!isCounter) toast.success(m.counter_redeemed_toast());
      // Show the new balance at once and don't await the refetch.
      client.setQueryData(
        cardQuery(card.id).queryKey,
        (known) => known && { ...known, cardBalance: balance },
      );
      void invalidate(client, CARDS);
    },
    onError: (error, attempt) => {
      const approvalId = approvalOf(error);
      if (approvalId !== undefined) {
        // Opening the card again resumes the wait for the approval.
        const asked = { ...attempt, approvalId };
        rememberPending(asked);
        setPending(asked);
        return;
      }
      const isRepeat = attempt.key === pending?.key;
      if (isOutcomeUnknown(error) || (isRepeat && isEarlierOutcomeUnknown(error))) {
        playFeedback("refused");
        if (isRepeat && error instanceof ApiError) toast.error(error.errorMessage);
        setPending(attempt);
        return;
      }
      removePending(attempt);
      onClose();
      refused(error);
    },
  });
  const redeem = (charge: Pick<PendingRedemption, "taken" | "owed" | "reason">) => {
    // Another tab may have left an unfinished redemption since.
    const open = findPending(card.id, userId);
    if (open && open.key !== passedKey) setPending(open);
    else mutation.mutate(sentNow({ key, cardId: card.id, userId, ...charge }));
  };
  const lookAtHistory = (attempt: PendingRedemption) => {
    rememberPending({ ...attempt, lookedBy: userId });
    void client.invalidateQueries(cardQuery(card.id));
    setPending({ ...attempt, lookedBy: userId });
    onLookAtHistory();
  };
  const goOn = (attempt: PendingRedemption) => {
    const now = findPending(card.id, attempt.userId);
    // Another tab has sent the attempt again since the user read the history.
    if (now?.key === attempt.key && now.sentAt > attempt.sentAt) return setPending(now);
    if (attempt.userId === userId) removePending(attempt);
    else setPassedKey(attempt.key);
    const next = findPending(card.id, userId);
    setPending(next?.key === attempt.key ? undefined : next);
    // A new attempt must not reuse the key of the abandoned one.
    setKey(crypto.randomUUID());
  };

  return {
    mutation,
    userId,
    pending,
    redeem,
    sendAgain: (attempt: PendingRedemption) => mutation.mutate(sentNow(attempt)),
    sendApproved: (attempt: PendingRedemption) => mutation.mutate({ ...attempt, approvalId: undefined }),
    lookAtHistory,
    goOn,
  };
}

/** A new request clears `lookedBy`: an earlier look at the history can't include it. */
function sentNow(attempt: Omit<PendingRedemption, "sentAt">): PendingRedemption {
  return { ...attempt, sentAt: Date.now(), lookedBy: undefined };
}
