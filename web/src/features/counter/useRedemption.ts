// Taking an amount off a card, wherever that is done: in a dialog or beside the card.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { invalidate } from "@/api/reading";
import { isUnsure, leavesEarlierOpen } from "@/api/unsure";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { toast } from "@/ui/toast";
import type { Card } from "@/features/card/types";
import { inDollars } from "./amount";
import { approvalOf } from "./approvals";
import { CARDS, cardQuery } from "./cards";
import { giveFeedback } from "./feedback";
import { useIsCounterPage } from "./places";
import { findTry, forgetTry, rememberTry, type Try } from "./tries";
import { forgetLookUp } from "./useLookUp";
import { useRefused } from "./useRefused";
import { stayFor } from "./useStay";

interface Redeeming {
  card: Card;
  /** Leads to the card's history, which has just been read. */
  onLookAtHistory: () => void;
  onClose: () => void;
}

/**
 * Takes an amount off a card. A try is named by a key of its own: when nobody answers, the same try is sent again, here or
 * when this is opened the next time by the same person, and is done once.
 */
export function useRedemption({ card, onLookAtHistory, onClose }: Redeeming) {
  const client = useQueryClient();
  const refused = useRefused(card);
  const isCounter = useIsCounterPage();
  const profile = useProfile();
  const userId = profile?.userId ?? "";
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [unsure, setUnsure] = useState(() => findTry(card.id, userId));
  /** Somebody else's try, about which somebody has looked. Whose it is, finds it again. */
  const [passedKey, setPassedKey] = useState<string>();
  const mutation = useMutation({
    mutationFn: (attempt: Try) => {
      rememberTry(attempt);
      // The next customer's card waits until it is known what came of this one.
      forgetLookUp();
      return stayFor(
        call("put", "/api/v1/Cards/{id}/redeemed", {
          path: { id: card.id },
          body: { value: inDollars(attempt.taken), reason: attempt.reason ?? null },
          key: attempt.key,
        }),
      );
    },
    meta: { showsItsOwnErrors: true },
    onSuccess: ({ balance }, attempt) => {
      forgetTry(attempt);
      setUnsure(undefined);
      giveFeedback("done");
      // At the counter the result takes the card's place.
      if (!isCounter) toast.success(m.counter_redeemed_toast());
      // What was done is said at once; the rest of the desk follows.
      client.setQueryData(
        cardQuery(card.id).queryKey,
        (known) => known && { ...known, cardBalance: balance },
      );
      void invalidate(client, CARDS);
    },
    onError: (error, attempt) => {
      const approvalId = approvalOf(error);
      if (approvalId !== undefined) {
        // Whoever opens this again goes on waiting.
        const asked = { ...attempt, approvalId };
        rememberTry(asked);
        setUnsure(asked);
        return;
      }
      const isRepeat = attempt.key === unsure?.key;
      if (isUnsure(error) || (isRepeat && leavesEarlierOpen(error))) {
        giveFeedback("refused");
        if (isRepeat && error instanceof ApiError) toast.error(error.errorMessage);
        setUnsure(attempt);
        return;
      }
      forgetTry(attempt);
      onClose();
      refused(error);
    },
  });
  const redeem = (charge: Pick<Try, "taken" | "owed" | "reason">) => {
    // Meanwhile something may have been left open in another tab.
    const open = findTry(card.id, userId);
    if (open && open.key !== passedKey) setUnsure(open);
    else mutation.mutate(sentNow({ key, cardId: card.id, userId, ...charge }));
  };
  const lookAtHistory = (attempt: Try) => {
    rememberTry({ ...attempt, lookedBy: userId });
    void client.invalidateQueries(cardQuery(card.id));
    setUnsure({ ...attempt, lookedBy: userId });
    onLookAtHistory();
  };
  const goOn = (attempt: Try) => {
    const now = findTry(card.id, attempt.userId);
    // Another tab has sent it once more since somebody looked.
    if (now?.key === attempt.key && now.sentAt > attempt.sentAt) return setUnsure(now);
    if (attempt.userId === userId) forgetTry(attempt);
    else setPassedKey(attempt.key);
    const next = findTry(card.id, userId);
    setUnsure(next?.key === attempt.key ? undefined : next);
    // What was given up must not be found under this one's name.
    setKey(crypto.randomUUID());
  };

  return {
    mutation,
    userId,
    unsure,
    redeem,
    sendAgain: (attempt: Try) => mutation.mutate(sentNow(attempt)),
    sendApproved: (attempt: Try) => mutation.mutate({ ...attempt, approvalId: undefined }),
    lookAtHistory,
    goOn,
  };
}

/** Whoever looked before hasn't seen what comes of this. */
function sentNow(attempt: Omit<Try, "sentAt">): Try {
  return { ...attempt, sentAt: Date.now(), lookedBy: undefined };
}
