import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { adminPaths } from "@/adminPaths";
import { CaseMenu, type CaseAction } from "@/areas/portal/kit/cases/CaseMenu";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { wishToRefund } from "@/areas/portal/kit/refundWish";
import type { Card } from "@/features/card/types";
import { CARDS } from "@/features/counter/card/cards";
import { ReportLostDialog } from "@/features/counter/card/ReportLostDialog";
import { DeactivateDialog, ReactivateDialog } from "@/features/counter/card/SwitchCardDialog";
import { m } from "@/i18n";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { lazyPiece } from "@/ui/layout/lazyPiece";

const ResendDialog = lazyPiece(
  async () => (await import("@/features/card/ResendDialog")).ResendDialog,
  ({ onClose }) => onClose(),
);

interface SupportCardMenuProps {
  card: Card;
}

/** Menu of support actions on a card: resend, freeze, refund on its order's page. */
export function SupportCardMenu({ card }: SupportCardMenuProps) {
  const [asked, setAsked] = useState<"resend" | "lost" | "freeze" | "unfreeze">();
  const navigate = useNavigate();
  const originHere = useOriginHere();
  const maySwitch = can(useProfile(), "switchCards");
  const close = () => setAsked(undefined);
  const { isGift, isDeactive, orderId, claimedAt, reactivationRefusal } = card;
  const isOver = card.isCancelled || card.movedTo !== null;
  const note = card.cardNumber;
  const resend: CaseAction = {
    label: isGift ? m.wallet_resend() : m.wallet_resend_own(),
    note,
    icon: "mail",
    run: () => setAsked("resend"),
    // A claimed gift is in a wallet; its code is in no email.
    isDisabled: isDeactive || (isGift && claimedAt !== null),
  };
  const lost: CaseAction = {
    label: m.counter_lost(),
    note,
    icon: "qr-code",
    run: () => setAsked("lost"),
    isDisabled: isOver || card.isMine,
  };
  const freeze: CaseAction = {
    label: isDeactive ? m.counter_reactivate() : m.lists_deactivate(),
    note,
    icon: isDeactive ? "circle-check" : "lock",
    run: () => setAsked(isDeactive ? "unfreeze" : "freeze"),
    isDisabled: !maySwitch || isOver || (isDeactive && Boolean(reactivationRefusal)),
    isDangerous: !isDeactive,
  };
  const refund: CaseAction | undefined = orderId
    ? {
        label: m.helpdesk_refund(),
        note,
        icon: "banknote",
        run: () =>
          void navigate(adminPaths.order(orderId), {
            state: { ...originHere(), ...wishToRefund(card.id) },
          }),
        isDisabled: isOver,
      }
    : undefined;
  return (
    <>
      <CaseMenu actions={[resend, lost, ...(refund ? [refund] : []), freeze]}>
        {maySwitch ? reactivationRefusal?.errorMessage : m.counter_deactivate_who()}
      </CaseMenu>
      {asked === "resend" && (
        <Suspense>
          <ResendDialog
            gift={isGift ? card : { id: card.id, recipientEmail: card.email }}
            isOwn={!isGift}
            sender="support"
            invalidates={CARDS}
            onClose={close}
          />
        </Suspense>
      )}
      {asked === "lost" && <ReportLostDialog card={card} onClose={close} />}
      {asked === "freeze" && <DeactivateDialog card={card} onClose={close} />}
      {asked === "unfreeze" && <ReactivateDialog card={card} onClose={close} />}
    </>
  );
}
