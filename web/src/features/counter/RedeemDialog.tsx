import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { invalidate } from "@/api/reading";
import { isUnsure, leavesEarlierOpen } from "@/api/unsure";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import type { Card } from "@/features/card/types";
import { inCents, inDollars } from "./amount";
import { approvalOf } from "./approvals";
import { CARDS, cardQuery } from "./cards";
import { giveFeedback } from "./feedback";
import { RedeemForm } from "./RedeemForm";
import { RedeemResult } from "./RedeemResult";
import { useScannerKeptOut } from "./scanner";
import { findTry, forgetTry, rememberTry, type Try } from "./tries";
import { UnsureTry } from "./UnsureTry";
import { forgetLookUp, useLookUp } from "./useLookUp";
import { useRefused } from "./useRefused";
import { useStay } from "./useStay";
import { WaitingForManager } from "./WaitingForManager";

interface RedeemDialogProps {
  card: Card;
  /** Leads to the card's history, which has just been read. */
  onLookAtHistory: () => void;
  onClose: () => void;
}

/**
 * Takes an amount off a card. A try is named by a key of its own: when nobody answers, the same try is sent again, here or
 * when the dialog is opened the next time by the same person, and is done once.
 */
export function RedeemDialog({ card, onLookAtHistory, onClose }: RedeemDialogProps) {
  const client = useQueryClient();
  const refused = useRefused(card);
  const { lookUp } = useLookUp();
  const stayFor = useStay();
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
      toast.success(m.counter_redeemed_toast());
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
  useScannerKeptOut((code) => {
    if (!mutation.data) return;
    onClose();
    lookUp(code);
  });
  const close = () => {
    if (!mutation.isPending) onClose();
  };
  const redeem = (charge: Pick<Try, "taken" | "owed" | "reason">) => {
    // Meanwhile something may have been left open in another tab.
    const open = findTry(card.id, userId);
    if (open && open.key !== passedKey) setUnsure(open);
    else mutation.mutate(sentNow({ key, cardId: card.id, userId, ...charge }));
  };
  const lookAtHistory = (attempt: Try) => {
    rememberTry({ ...attempt, lookedBy: userId });
    void client.invalidateQueries(cardQuery(card.id));
    onClose();
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

  return (
    <Dialog
      isOpen
      onClose={close}
      title={titleOf(card, mutation.data !== undefined)}
      className="sm:w-115 max-h-[calc(100dvh-16px)] max-sm:max-h-dvh"
    >
      {mutation.data ? (
        <RedeemResult movement={mutation.data} owed={mutation.variables.owed} onClose={onClose} />
      ) : unsure?.approvalId !== undefined && unsure.userId === userId ? (
        <WaitingForManager
          approvalId={unsure.approvalId}
          amount={inDollars(unsure.taken)}
          onApproved={() => mutation.mutate({ ...unsure, approvalId: undefined })}
          onOver={() => forgetTry(unsure)}
          onClose={close}
        />
      ) : unsure ? (
        <UnsureTry
          key={unsure.key}
          attempt={unsure}
          isLookedUp={unsure.lookedBy === userId}
          repeat={
            unsure.userId === userId
              ? { isSending: mutation.isPending, send: () => mutation.mutate(sentNow(unsure)) }
              : undefined
          }
          onLook={() => lookAtHistory(unsure)}
          onGoOn={() => goOn(unsure)}
        />
      ) : (
        <RedeemForm
          isUnseen={card.mayRedeemUnseen && !card.isPresented}
          balance={inCents(card.cardBalance)}
          needsReason={isAdministrator(profile)}
          isSending={mutation.isPending}
          onRedeem={redeem}
        />
      )}
    </Dialog>
  );
}

/** Whoever looked before hasn't seen what comes of this. */
function sentNow(attempt: Omit<Try, "sentAt">): Try {
  return { ...attempt, sentAt: Date.now(), lookedBy: undefined };
}

function titleOf(card: Card, isDone: boolean): string {
  return isDone ? m.counter_redeemed() : m.counter_redeem_title({ balance: formatMoney(card.cardBalance) });
}
