import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/error";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { toast } from "@/ui/overlay/toast";
import type { Card } from "@/features/card/types";
import { CARDS } from "@/features/counter/card/cards";
import { cardSlot } from "@/features/counter/slot/cardSlot";
import { playFeedback } from "@/features/counter/feedback";
import { cardListPath, scannedCardPath, useIsCounterPage } from "@/features/counter/slot/counterRoutes";

const BAD_REQUEST = 400;

/** Returns a function that shows that no money moved, and leaves a screen with outdated data. */
export function useRefused(card: Pick<Card, "id" | "vendorId">, tooLittle = m.counter_too_little) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const profile = useProfile();
  const isCounter = useIsCounterPage();
  return (error: Error) => {
    playFeedback("refused");
    if (!(error instanceof ApiError)) return;
    // The card was used elsewhere in the meantime.
    const isTooLittle = error.fields["value"] !== undefined;
    const title = isTooLittle ? tooLittle() : error.errorMessage;
    void invalidate(client, CARDS);
    if (error.status === BAD_REQUEST) {
      const goBack = () => void navigate(scannedCardPath(profile, card));
      toast.error(title, { label: m.counter_back_to_card(), onPress: goBack });
      void navigate(cardListPath(profile, card.vendorId));
      return;
    }
    // The caller has already closed the card.
    if (isCounter) cardSlot.say({ tone: "danger", title, text: m.counter_nothing_taken() });
    else toast.error(title);
  };
}
