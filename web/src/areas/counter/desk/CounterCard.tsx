import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { inFours } from "@/features/card/cardText";
import { CardActions } from "@/features/counter/card/CardActions";
import { CashOutDialog, isPaidOutInCash } from "@/features/counter/redemption/CashOutDialog";
import { holderName, redemptionRights } from "@/features/counter/card/cards";
import { CurrentBalance } from "@/features/counter/card/CurrentBalance";
import { useEmptyCounterPath } from "@/features/counter/slot/counterRoutes";
import { RedeemSteps } from "@/features/counter/redemption/RedeemSteps";
import { useScannerKeptOut } from "@/features/counter/lookup/scanner";
import { findPending } from "@/features/counter/redemption/pendingRedemptions";
import { useLookUp } from "@/features/counter/lookup/useLookUp";
import { useRedemption } from "@/features/counter/redemption/useRedemption";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/layout/Notice";
import type { Card } from "@/features/card/types";

interface CounterCardProps {
  card: Card;
  /** Whether the pad fits beside the search field. */
  isWide: boolean;
  /** Takes the digits that were typed before the card was open. */
  takeTyped: () => string;
  /** Changes whenever a card is opened, even the same one again. */
  opening: string;
  /**
   * Called when the pad takes no input, because the redemption is done, or the card must be shown first or can't be redeemed.
   */
  onFieldsTurn: (isDone: boolean) => void;
  onLookAtHistory: () => void;
}

/** The open card with its balance and the pad. */
export function CounterCard({ card, isWide, ...pad }: CounterCardProps) {
  const isReadOnly = useSearchParams()[0].get("isView") === "true";
  return (
    <section aria-label={m.counter_card()} className="rounded-panel border border-line bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-mono text-lg">{inFours(card.cardNumber)}</h2>
        <span className="min-w-0 truncate text-ink-soft">{holderName(card)}</span>
      </div>
      <CurrentBalance card={card} isBrief={isWide} />
      {!isReadOnly && isWide && <Pad card={card} {...pad} />}
      {!isReadOnly && !isWide && <CardActions card={card} onLookAtHistory={pad.onLookAtHistory} />}
    </section>
  );
}

type PadProps = Omit<CounterCardProps, "isWide">;

/** Redeems the card or pays it out, without a dialog. */
function Pad({ card, opening, takeTyped, onFieldsTurn, onLookAtHistory }: PadProps) {
  const profile = useProfile();
  const navigate = useNavigate();
  const panel = useRef<HTMLDivElement>(null);
  const [typed] = useState(takeTyped);
  const [isPayingOut, setIsPayingOut] = useState(false);
  const { lookUp } = useLookUp();
  const empty = useEmptyCounterPath();
  const close = () => void navigate(empty);
  const redemption = useRedemption({ card, onLookAtHistory, onClose: close });
  const { data, isPending } = redemption.mutation;
  useScannerKeptOut((code) => !isPending && lookUp(code), panel);
  const isDone = data !== undefined;
  const { hasMoney, mayRedeem, needsShowing } = redemptionRights(card, profile);
  const isUnfinished = findPending(card.id, profile?.userId ?? "") !== undefined;
  const takesAmount = mayRedeem && (!needsShowing || isUnfinished);
  const isFieldsTurn = isDone || !takesAmount;
  const tell = useEffectEvent(() => onFieldsTurn(isDone));
  useEffect(() => {
    if (isFieldsTurn) tell();
    else if (opening) panel.current?.querySelector("input")?.focus();
  }, [isFieldsTurn, opening]);
  if (isDone || takesAmount) {
    return (
      // The whole pad must fit the small screen of a till.
      <div
        ref={panel}
        className="mt-2 grid gap-3 [&_form]:gap-2 [&_form_[role=group]_button]:min-h-12 [&_form>div>span]:text-3xl"
      >
        <RedeemSteps card={card} redemption={redemption} onClose={close} typed={typed} isInline />
        {isPaidOutInCash(card) && (
          <Button size="large" aria-haspopup="dialog" onClick={() => setIsPayingOut(true)}>
            <Icon name="banknote" size={22} />
            {m.counter_cash()}
          </Button>
        )}
        {isPayingOut && <CashOutDialog card={card} onClose={() => setIsPayingOut(false)} />}
      </div>
    );
  }
  if (card.isDeactive) return null;
  return (
    <Notice className="mt-4">
      {!hasMoney && m.counter_empty()}
      {hasMoney && card.isMine && m.counter_own_card()}
      {mayRedeem && m.counter_present_text({ number: card.cardNumber })}
    </Notice>
  );
}
