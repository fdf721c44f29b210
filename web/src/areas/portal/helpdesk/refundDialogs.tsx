// Dialogs that cancel an order or refund the rest of some of its cards.
import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { call } from "@/api/client";
import { isOutcomeUnknown, isEarlierOutcomeUnknown } from "@/api/outcome";
import { useSave } from "@/areas/portal/kit/useSave";
import { inFours } from "@/features/card/cardText";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Checkbox } from "@/ui/form/Checkbox";
import { FieldError } from "@/ui/form/FieldError";
import { Money } from "@/ui/Money";
import { CHANGED_WITH_AN_ORDER, dossierQuery, type DeskCard, type OrderDossier } from "./queries";

/** Whether a refund waits for a second person, according to the server's answer. */
function isWaiting({ refundRequests }: OrderDossier): boolean {
  return refundRequests.some(({ decidedAt }) => decidedAt === null);
}

/** Returns an order's cards that still have a balance. */
const cardsWithBalance = ({ cards }: OrderDossier) => cards.filter(({ cardBalance }) => cardBalance > 0);

/** Adds up in whole cents, because sums of dollar amounts are inexact. */
function sumOf(cards: readonly DeskCard[]): number {
  return cards.reduce((cents, { cardBalance }) => cents + Math.round(cardBalance * 100), 0) / 100;
}

interface RefundDialogProps {
  order: OrderDossier;
  /** Card that is selected at first, instead of all cards. */
  only?: string | undefined;
  onClose: () => void;
}

/** A refund request. Its idempotency key belongs to this exact content. */
interface Attempt {
  key: string;
  body: { reason: string; cards: { cardId: string; amount: number }[] };
}

/**
 * Dialog for the cards to refund and their amounts. A refund without an answer is sent again
 * unchanged.
 */
export function RefundDialog({ order, only, onClose }: RefundDialogProps) {
  const client = useQueryClient();
  const [unsure, setUnsure] = useState<Attempt>();
  const [isMissed, setIsMissed] = useState(false);
  const errorId = useId();
  // State from when the dialog opened: later data may already include this refund.
  const [cards, setCards] = useState(() => cardsWithBalance(order));
  const [left, setLeft] = useState<readonly string[]>(() =>
    cards.some(({ id }) => id === only) ? cards.map(({ id }) => id).filter((id) => id !== only) : [],
  );
  const chosen = cards.filter(({ id }) => !left.includes(id));
  const total = formatMoney(sumOf(chosen));
  const outcome = useRef<OrderDossier>(undefined);
  const { submit } = useSave({
    save: async (reason: string) => {
      const asked = chosen.map(({ id, cardBalance }) => ({ cardId: id, amount: cardBalance }));
      const attempt = unsure ?? { key: crypto.randomUUID(), body: { reason, cards: asked } };
      const changed = await call("post", "/api/v1/Helpdesk/orders/{id}/refunds", {
        path: { id: order.id },
        ...attempt,
      }).catch(async (error: Error) => {
        const mayBeDone = unsure ? isEarlierOutcomeUnknown(error) : isOutcomeUnknown(error);
        setUnsure(mayBeDone ? attempt : undefined);
        // A card may have been spent meanwhile: offer what is left.
        if (!mayBeDone)
          setCards(cardsWithBalance(await client.fetchQuery({ ...dossierQuery(order.id), staleTime: 0 })));
        throw error;
      });
      outcome.current = changed;
      onClose();
      client.setQueryData(dossierQuery(order.id).queryKey, changed);
    },
    saved: () =>
      outcome.current && isWaiting(outcome.current)
        ? m.helpdesk_refund_asked()
        : m.helpdesk_refunded({ total }),
    invalidates: CHANGED_WITH_AN_ORDER,
    invalidatesAlways: true,
    showsUnsure: true,
  });
  const choose = (id: string, isChosen: boolean) => {
    setLeft(isChosen ? left.filter((other) => other !== id) : [...left, id]);
    setIsMissed(false);
  };
  const confirm = async (reason: string) => {
    if (chosen.length === 0) setIsMissed(true);
    else await submit(reason);
  };
  return (
    <ReasonDialog
      title={m.helpdesk_refund_title()}
      text={
        unsure ? (
          <p>{m.helpdesk_refund_unsure({ total })}</p>
        ) : (
          <>
            <p>{m.helpdesk_refund_text({ total, card: order.paidWith ?? m.helpdesk_refund_card() })}</p>
            <p className="text-sm text-ink-soft">{m.helpdesk_refund_when()}</p>
          </>
        )
      }
      hint={m.helpdesk_cancel_hint()}
      confirmLabel={unsure ? m.catalogue_retry() : m.helpdesk_refund_confirm({ total })}
      isReasonFixed={unsure !== undefined}
      isDangerous
      onConfirm={confirm}
      onClose={onClose}
    >
      <fieldset
        className="mb-5"
        disabled={unsure !== undefined}
        aria-describedby={isMissed ? errorId : undefined}
      >
        <legend className="font-semibold">{m.helpdesk_cards()}</legend>
        {cards.map((card) => (
          <div key={card.id} className="flex items-center justify-between gap-4 border-b border-line">
            <Checkbox
              label={
                <>
                  {card.vendorName}{" "}
                  <span className="whitespace-nowrap font-mono">{inFours(card.cardNumber)}</span>
                  {card.isGift && (
                    <span className="block text-sm text-ink-soft">
                      {m.counter_gift()}
                      {card.holderName && `, ${card.holderName}`}
                    </span>
                  )}
                </>
              }
              checked={!left.includes(card.id)}
              onChange={(event) => choose(card.id, event.target.checked)}
            />
            <Money amount={card.cardBalance} className="font-semibold" />
          </div>
        ))}
        <FieldError id={errorId} message={isMissed ? m.helpdesk_refund_none_chosen() : undefined} />
      </fieldset>
    </ReasonDialog>
  );
}

interface CancelOrderDialogProps {
  order: OrderDossier;
  onClose: () => void;
}

/**
 * Returns the success message: an order whose charge is too old for the gateway is refunded, but
 * not cancelled.
 */
function cancelledMessage(order: OrderDossier | undefined, total: string): string {
  if (order && isWaiting(order)) return m.helpdesk_refund_asked();
  return order?.status === "Paid" ? m.helpdesk_refunded({ total }) : m.helpdesk_cancelled();
}

/** Cancels an order: the buyer is refunded, and the cards lose their value. */
export function CancelOrderDialog({ order: { id, total: sum }, onClose }: CancelOrderDialogProps) {
  const client = useQueryClient();
  const outcome = useRef<OrderDossier>(undefined);
  const { submit } = useSave({
    save: async (reason: string) => {
      const changed = await call("post", "/api/v1/Helpdesk/orders/{id}/cancelled", {
        path: { id },
        body: { reason },
      }).catch(async (error: Error) => {
        // The order may have been cancelled though no answer came.
        const now =
          isOutcomeUnknown(error) &&
          (await client.fetchQuery({ ...dossierQuery(id), staleTime: 0 }).catch(() => null));
        if (now && (isWaiting(now) || now.status !== "Paid")) return now;
        throw error;
      });
      outcome.current = changed;
      onClose();
      client.setQueryData(dossierQuery(id).queryKey, changed);
    },
    saved: () => cancelledMessage(outcome.current, total),
    invalidates: CHANGED_WITH_AN_ORDER,
  });
  const total = formatMoney(sum ?? 0);
  return (
    <ReasonDialog
      title={m.helpdesk_cancel_title({ total })}
      text={m.helpdesk_cancel_text({ total })}
      hint={m.helpdesk_cancel_hint()}
      confirmLabel={m.helpdesk_cancel_confirm()}
      isDangerous
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
