import { useEffect, useState } from "react";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { can, isAdministrator, isVendorStaff } from "@/session/can";
import { useProfile } from "@/session/current";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { keepFocusOnPage } from "@/shared/page/focus";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/layout/Notice";
import { LinkButton } from "@/ui/form/LinkButton";
import type { Card } from "@/features/card/types";
import { CashOutDialog, isPaidOutInCash } from "@/features/counter/redemption/CashOutDialog";
import { useNextCardPath } from "@/features/counter/slot/counterRoutes";
import { PresentDialog } from "@/features/counter/lookup/PresentDialog";
import { RedeemDialog } from "@/features/counter/redemption/RedeemDialog";
import { redemptionRights } from "./cards";
import { ReactivateDialog } from "./SwitchCardDialog";
import { inDollars } from "@/features/counter/redemption/amount";
import {
  findPending,
  pendingCashOuts,
  usePendingRequests,
  type PendingRequest,
} from "@/features/counter/redemption/pendingRedemptions";

type Asked = "redeem" | "cash" | "reactivate";
/** Action that waits until the customer has shown the card. */
type Waiting = "redeem" | "cash";

/** An unfinished request from this browser: its outcome is unknown, or a manager must approve it. */
function Unfinished({ sent }: { sent: PendingRequest }) {
  const amount = formatMoney(inDollars(sent.taken));
  if (sent.approvalId === undefined) {
    return <Notice tone="danger">{m.counter_unfinished_text({ amount })}</Notice>;
  }
  return <Notice>{m.counter_unfinished_waits({ amount })}</Notice>;
}

interface CardActionsProps {
  card: Card;
  /** Whether the support desk's menu contains the actions that freeze or resend the card. */
  hasMenu?: boolean;
  onLookAtHistory: () => void;
}

/** Buttons for redeeming and paying out a card. */
export function CardActions({ card, hasMenu = false, onLookAtHistory }: CardActionsProps) {
  const profile = useProfile();
  const nextPlace = useNextCardPath();
  const userId = profile?.userId ?? "";
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const { hasMoney, mayRedeem, needsShowing } = redemptionRights(card, profile);
  // Nothing can be redeemed from this card: offer to scan another one.
  const isDeadEnd = can(profile, "redeemCards") && isVendorStaff(profile) && !mayRedeem;
  // Cash is paid out at the till, so not by administrators.
  const mayPayOut = mayRedeem && isPaidOutInCash(card) && !isAdministrator(profile);
  const [waiting, setWaiting] = useState<Waiting>();
  // An unfinished request is sent again with its key.
  const isOpen = {
    redeem: () => findPending(card.id, userId),
    cash: () => pendingCashOuts.of(card.id).at(0),
  };
  const ask = (what: Waiting) => (needsShowing && !isOpen[what]() ? setWaiting(what) : setAsked(what));
  // An action may remove the button that started it, so keep the focus on the page.
  useEffect(() => (asked || waiting || mayRedeem ? keepFocusOnPage : undefined), [asked, waiting, mayRedeem]);

  const unfinished = usePendingRequests(userId).find(({ cardId }) => cardId === card.id);

  return (
    <div className="grid gap-3 mt-6">
      {unfinished && !asked && <Unfinished sent={unfinished} />}
      {mayRedeem && (
        <div
          data-pinned=""
          className="max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-(--layer-pinned) max-sm:border-t max-sm:border-line max-sm:bg-(--ground) max-sm:px-4 max-sm:pt-3 max-sm:pb-[calc(12px+env(safe-area-inset-bottom))]"
        >
          <Button
            variant="primary"
            size="large"
            aria-haspopup="dialog"
            onClick={() => ask("redeem")}
            className="min-h-18 w-full text-xl"
          >
            {m.counter_redeem()}
          </Button>
        </div>
      )}
      {hasMoney && card.isMine && (
        <p className="py-4 px-5 rounded-control bg-surface-quiet text-ink-soft">{m.counter_own_card()}</p>
      )}
      {!card.isDeactive && card.cardBalance === 0 && (
        <p className="py-4 px-5 rounded-control bg-surface-quiet text-ink-soft">{m.counter_empty()}</p>
      )}
      {mayPayOut && (
        <Button size="large" aria-haspopup="dialog" onClick={() => ask("cash")}>
          <Icon name="banknote" size={22} />
          {m.counter_cash()}
        </Button>
      )}
      {!hasMenu && card.isDeactive && can(profile, "switchCards") && !card.isCancelled && !card.movedTo && (
        <DecisionButton
          refusal={card.reactivationRefusal}
          aria-haspopup="dialog"
          onClick={() => setAsked("reactivate")}
        >
          {m.counter_reactivate()}
        </DecisionButton>
      )}
      {isDeadEnd && (
        <LinkButton to={nextPlace} size="large" variant="primary">
          <Icon name="scan-line" size={22} />
          {m.counter_other_card()}
        </LinkButton>
      )}
      {waiting && (
        <PresentDialog
          card={card}
          onPresented={() => {
            setWaiting(undefined);
            setAsked(waiting);
          }}
          onClose={() => setWaiting(undefined)}
        />
      )}
      {asked === "redeem" && <RedeemDialog card={card} onLookAtHistory={onLookAtHistory} onClose={close} />}
      {asked === "cash" && <CashOutDialog card={card} onClose={close} />}
      {asked === "reactivate" && <ReactivateDialog card={card} onClose={close} />}
    </div>
  );
}
