import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import type { Card } from "@/features/card/types";
import { inCents, inDollars } from "./amount";
import { RedeemForm } from "./RedeemForm";
import { RedeemResult } from "./RedeemResult";
import { removePending } from "./pendingRedemptions";
import { UnknownOutcome } from "./UnknownOutcome";
import type { useRedemption } from "./useRedemption";
import { WaitingForManager } from "@/features/counter/approvals/WaitingForManager";

interface RedeemStepsProps {
  card: Card;
  redemption: ReturnType<typeof useRedemption>;
  onClose: () => void;
  /** Digits that were typed before the form was mounted. */
  typed?: string;
  /** Whether the steps are beside the card instead of in a dialog. */
  isInline?: boolean;
}

/** Steps of a redemption: the amount, then an unknown outcome or a manager's approval if needed, then the result. */
export function RedeemSteps({ card, redemption, onClose, typed, isInline }: RedeemStepsProps) {
  const { mutation, pending, userId, redeem, sendAgain, sendApproved, lookAtHistory, goOn } = redemption;
  const profile = useProfile();
  if (mutation.data) {
    return (
      <RedeemResult
        movement={mutation.data}
        owed={mutation.variables.owed}
        onClose={onClose}
        isInline={isInline}
      />
    );
  }
  if (pending?.approvalId !== undefined && pending.userId === userId) {
    return (
      <WaitingForManager
        approvalId={pending.approvalId}
        amount={inDollars(pending.taken)}
        onApproved={() => sendApproved(pending)}
        onOver={() => removePending(pending)}
        onClose={onClose}
      />
    );
  }
  if (pending) {
    return (
      <UnknownOutcome
        key={pending.key}
        attempt={pending}
        isLookedUp={pending.lookedBy === userId}
        repeat={
          pending.userId === userId
            ? { isSending: mutation.isPending, send: () => sendAgain(pending) }
            : undefined
        }
        onLook={() => lookAtHistory(pending)}
        onGoOn={() => goOn(pending)}
      />
    );
  }
  return (
    <RedeemForm
      isUnseen={card.mayRedeemUnseen && !card.isPresented}
      balance={inCents(card.cardBalance)}
      typedBefore={typed}
      needsReason={isAdministrator(profile)}
      isSending={mutation.isPending}
      onRedeem={redeem}
    />
  );
}
