import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatSendTime } from "@/lib/sendTime";
import type { Card } from "@/features/card/types";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { toast } from "@/ui/overlay/toast";

const SendingDialog = lazyPiece(
  async () => (await import("./SendingDialog")).SendingDialog,
  ({ onClose }) => onClose(),
);

/** A gift that waits for its day or was stopped, with buttons to change the day, send it now and stop it. */
export function UnsentGift({ card, isKept }: { card: Card; isKept: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const { id, sendAt } = card;
  const email = card.recipientEmail ?? "";
  const meta = { invalidates: ["/Cards/{id}"] as const };
  const sendNow = useMutation({
    mutationFn: () => call("put", "/api/v1/Cards/{id}/sending", { path: { id }, body: {} }),
    onSuccess: () => toast.success(m.wallet_sent_now({ email })),
    meta,
  });
  const stop = useMutation({
    mutationFn: () => call("delete", "/api/v1/Cards/{id}/sending", { path: { id } }),
    onSuccess: () => toast.success(m.wallet_sending_stopped()),
    meta,
  });
  const isBusy = sendNow.isPending || stop.isPending;
  return (
    <>
      <p className="flex items-center gap-2.5 font-display text-lg leading-tight font-title wrap-anywhere print:hidden">
        <Icon name={sendAt ? "calendar" : "mail"} size={24} className="text-accent" />
        {sendAt ? m.wallet_planned() : m.wallet_stopped()}
      </p>
      <p className="wrap-anywhere print:hidden">
        {sendAt
          ? m.wallet_planned_for({ email, to: card.to ?? "", time: formatSendTime(card) })
          : m.wallet_stopped_text()}
      </p>
      {!isKept && (
        <div className="mt-2 grid justify-items-center gap-2 print:hidden">
          <Button
            variant="primary"
            size="large"
            aria-haspopup="dialog"
            disabled={isBusy}
            onClick={() => setIsAsking(true)}
          >
            <Icon name="calendar" size={22} />
            {m.wallet_sending_change()}
          </Button>
          <Button isBusy={sendNow.isPending} disabled={isBusy} onClick={() => sendNow.mutate()}>
            <Icon name="mail" size={20} />
            {m.wallet_sending_now()}
          </Button>
          {sendAt && (
            <Button variant="quiet" isBusy={stop.isPending} disabled={isBusy} onClick={() => stop.mutate()}>
              {m.wallet_sending_stop()}
            </Button>
          )}
        </div>
      )}
      {isAsking && (
        <Suspense>
          <SendingDialog card={card} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
