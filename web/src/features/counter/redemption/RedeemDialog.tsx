import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Dialog } from "@/ui/overlay/Dialog";
import type { Card } from "@/features/card/types";
import { RedeemSteps } from "./RedeemSteps";
import { useScannerKeptOut } from "@/features/counter/lookup/scanner";
import { useLookUp } from "@/features/counter/lookup/useLookUp";
import { useRedemption } from "./useRedemption";

interface RedeemDialogProps {
  card: Card;
  /** Shows the card's history, which was just refetched. */
  onLookAtHistory: () => void;
  onClose: () => void;
}

/** Redeems an amount, in a dialog over the card's page. */
export function RedeemDialog({ card, onLookAtHistory, onClose }: RedeemDialogProps) {
  const redemption = useRedemption({
    card,
    onLookAtHistory: () => {
      onClose();
      onLookAtHistory();
    },
    onClose,
  });
  const { data, isPending } = redemption.mutation;
  const { lookUp } = useLookUp();
  useScannerKeptOut((code) => {
    if (!data) return;
    onClose();
    lookUp(code);
  });
  const close = () => {
    if (!isPending) onClose();
  };
  const title = data
    ? m.counter_redeemed()
    : m.counter_redeem_title({ balance: formatMoney(card.cardBalance) });
  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      className="sm:w-115 max-h-[calc(100dvh-16px)] max-sm:max-h-dvh"
    >
      <RedeemSteps card={card} redemption={redemption} onClose={close} />
    </Dialog>
  );
}
