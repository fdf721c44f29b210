import { useEffect, useState } from "react";
import { m } from "@/i18n";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { keepFocusOnPage } from "@/shared/page/focus";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { Card } from "./cards";
import { CashOutDialog, isPaidOutInCash } from "./CashOutDialog";
import { RedeemDialog } from "./RedeemDialog";
import { ReactivateDialog } from "./SwitchCardDialog";

type Asked = "redeem" | "cash" | "reactivate";

interface CardActionsProps {
  card: Card;
  onLookAtHistory: () => void;
}

/** What is done with a card at the counter. */
export function CardActions({ card, onLookAtHistory }: CardActionsProps) {
  const profile = useProfile();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const mayRedeem = can(profile, "redeemCards") && !card.isDeactive && card.cardBalance > 0;
  // What is done here may take along the button that it began with.
  useEffect(() => (asked || mayRedeem ? keepFocusOnPage : undefined), [asked, mayRedeem]);

  return (
    <div className="till-actions">
      {mayRedeem && (
        <Button
          variant="primary"
          size="large"
          aria-haspopup="dialog"
          onClick={() => setAsked("redeem")}
          className="till-redeem"
        >
          {m.counter_redeem()}
        </Button>
      )}
      {!card.isDeactive && card.cardBalance === 0 && <p className="till-empty">{m.counter_empty()}</p>}
      {mayRedeem && isPaidOutInCash(card) && (
        <Button size="large" aria-haspopup="dialog" onClick={() => setAsked("cash")}>
          <Icon name="banknote" size={22} />
          {m.counter_cash()}
        </Button>
      )}
      {card.isDeactive && can(profile, "switchCards") && !card.isCancelled && (
        <Button aria-haspopup="dialog" onClick={() => setAsked("reactivate")}>
          {m.counter_reactivate()}
        </Button>
      )}
      {asked === "redeem" && <RedeemDialog card={card} onLookAtHistory={onLookAtHistory} onClose={close} />}
      {asked === "cash" && <CashOutDialog card={card} onClose={close} />}
      {asked === "reactivate" && <ReactivateDialog card={card} onClose={close} />}
    </div>
  );
}
