import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/error";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { staffPaths } from "@/adminPaths";
import { toast } from "@/ui/toast";
import type { Card } from "@/features/card/types";
import { CARDS } from "./cards";
import { giveFeedback } from "./feedback";
import { cardListPlace, useIsCounterPage } from "./places";

const BAD_REQUEST = 400;

/** Tells that no money was moved on a card, and leads away from a screen that isn't true any more. */
export function useRefused(card: Pick<Card, "vendorId">, tooLittle = m.counter_too_little) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const profile = useProfile();
  const isCounter = useIsCounterPage();
  return (error: Error) => {
    giveFeedback("refused");
    if (!(error instanceof ApiError)) return;
    // The card was used elsewhere in the meantime.
    const isTooLittle = error.fields["value"] !== undefined;
    toast.error(isTooLittle ? tooLittle() : error.errorMessage);
    void invalidate(client, CARDS);
    if (error.status !== BAD_REQUEST) return;
    void navigate(isCounter ? staffPaths.counter() : cardListPlace(profile, card.vendorId));
  };
}
