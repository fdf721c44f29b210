import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { toast } from "@/ui/toast";
import { inCents, inDollars } from "./amount";
import { CARDS, type Card } from "./cards";
import { giveFeedback } from "./feedback";
import { RedeemForm } from "./RedeemForm";
import { RedeemResult } from "./RedeemResult";
import { findTry, forgetTry, isUnsure, rememberTry, type Try } from "./tries";
import { useRefused } from "./useRefused";

interface RedeemDialogProps {
  card: Card;
  onClose: () => void;
}

/**
 * Takes an amount off a card. A try is named by a key of its own: when nobody answers, the same try is sent again, here or
 * when the dialog is opened the next time, and is done once.
 */
export function RedeemDialog({ card, onClose }: RedeemDialogProps) {
  const client = useQueryClient();
  const refused = useRefused(card);
  const [key] = useState(() => crypto.randomUUID());
  const [unsure, setUnsure] = useState(() => findTry(card.id));
  const mutation = useMutation({
    mutationFn: (attempt: Try) => {
      rememberTry(card.id, attempt);
      return call("put", "/api/v1/Cards/{id}/redeemed", {
        path: { id: card.id },
        body: { value: inDollars(attempt.taken), mailHolder: attempt.isMailed },
        key: attempt.key,
      });
    },
    meta: { showsItsOwnErrors: true },
    onSuccess: () => {
      forgetTry(card.id);
      setUnsure(undefined);
      giveFeedback("done");
      toast.success(m.counter_redeemed_toast());
      return client.invalidateQueries({ queryKey: CARDS });
    },
    onError: (error, attempt) => {
      if (isUnsure(error)) {
        giveFeedback("refused");
        setUnsure(attempt);
        return;
      }
      forgetTry(card.id);
      onClose();
      refused(error);
    },
  });
  const close = () => {
    if (!mutation.isPending) onClose();
  };

  return (
    <Dialog isOpen onClose={close} title={titleOf(card, mutation.data !== undefined)} className="till-dialog">
      {mutation.data ? (
        <RedeemResult movement={mutation.data} owed={mutation.variables.owed} onClose={onClose} />
      ) : unsure ? (
        <Unsure attempt={unsure} isSending={mutation.isPending} onRepeat={() => mutation.mutate(unsure)} />
      ) : (
        <RedeemForm
          balance={inCents(card.cardBalance)}
          canMail={card.email !== ""}
          isSending={mutation.isPending}
          onRedeem={(charge) => mutation.mutate({ key, sentAt: Date.now(), ...charge })}
        />
      )}
    </Dialog>
  );
}

function titleOf(card: Card, isDone: boolean): string {
  return isDone ? m.counter_redeemed() : m.counter_redeem_title({ balance: formatMoney(card.cardBalance) });
}

interface UnsureProps {
  attempt: Try;
  isSending: boolean;
  onRepeat: () => void;
}

/** Nobody answered. Sending it again finds out, and takes nothing a second time. */
function Unsure({ attempt, isSending, onRepeat }: UnsureProps) {
  return (
    <div className="grid gap-6">
      <Notice tone="danger">
        <strong className="block">
          {m.counter_unsure_title({ amount: formatMoney(inDollars(attempt.taken)) })}
        </strong>
        {m.counter_unsure_text()}
      </Notice>
      <Button variant="primary" size="large" isBusy={isSending} onClick={onRepeat} className="w-full">
        {m.counter_unsure_repeat()}
      </Button>
    </div>
  );
}
