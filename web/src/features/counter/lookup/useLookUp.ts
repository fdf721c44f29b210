import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { isUnreachable } from "@/api/outcome";
import { m } from "@/i18n";
import { toast } from "@/ui/overlay/toast";
import { cardQuery } from "@/features/counter/card/cards";
import { cardSlot, type SlotMessage } from "@/features/counter/slot/cardSlot";
import { playFeedback } from "@/features/counter/feedback";
import { isCardCode, isTestCode } from "./scannedText";
import { testCardPath, useFoundCardPath, useIsCounterPage } from "@/features/counter/slot/counterRoutes";
import { useCloseCard } from "@/features/counter/slot/useCloseCard";
import { isMoneyMoving } from "@/features/counter/redemption/useBlockNavigation";

/** Code of the current look-up. Of two scans in a row the later one wins, whichever is answered first. */
let wanted: string | undefined;

/** Cancels the pending look-up. */
export function clearLookUp(): void {
  wanted = undefined;
}

export interface LookUp {
  code: string;
  /** Whether the code was typed into a field, which shows its own error for unknown numbers. */
  isTyped: boolean;
}

/** Returns the message in the card slot after a failed look-up. */
function refusalOf(error: Error, { code, isTyped }: LookUp, onRetry: () => void): SlotMessage {
  const tone = "danger" as const;
  if (isUnreachable(error) || !(error instanceof ApiError)) {
    return { tone, title: m.counter_unanswered_title(), text: m.counter_unanswered_text(), onRetry };
  }
  if (!isNoCards(error)) return { tone, title: error.errorMessage, text: m.counter_nothing_taken() };
  return {
    tone,
    title: m.counter_no_card_title(),
    text: isTyped && !isCardCode(code) ? m.counter_unknown_number() : m.counter_unknown_scanned(),
  };
}

function isNoCards(error: Error | null): boolean {
  return error instanceof ApiError && error.errorCode === "INVALID_CODE";
}

/** Finds a card by its scanned or typed code and opens it. At the counter, the open card is closed first. */
export function useLookUp() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const linkOf = useFoundCardPath();
  const isCounter = useIsCounterPage();
  const closeCard = useCloseCard();
  const mutation = useMutation({
    mutationFn: ({ code }: LookUp) => call("get", "/api/v1/Cards/codes/{code}", { path: { code } }),
    meta: { showsItsOwnErrors: true },
    onSuccess: (card, { code }) => {
      if (code !== wanted) return;
      playFeedback("found");
      // Show the found card without fetching it again.
      client.setQueryData(cardQuery(card.id).queryKey, card);
      if (isCounter) cardSlot.find(card.id);
      void navigate(linkOf(card));
    },
    onError: (error, { code, isTyped }) => {
      if (code !== wanted) return;
      playFeedback("refused");
      if (isCounter) {
        cardSlot.say(refusalOf(error, { code, isTyped }, () => begin({ code, isTyped })));
        return;
      }
      if (!(error instanceof ApiError)) return;
      if (!isNoCards(error)) toast.error(error.errorMessage);
      else if (!isTyped) toast.error(m.counter_invalid_code());
    },
    onSettled: (_card, _error, { code }) => {
      if (code === wanted) wanted = undefined;
    },
  });
  const test = useMutation({
    mutationFn: ({ code }: LookUp) => call("get", "/api/v1/TestCards/{code}", { path: { code } }),
    meta: { showsItsOwnErrors: true },
    onSuccess: ({ balance }, { code }) => {
      if (code !== wanted) return;
      playFeedback("found");
      cardSlot.test(code, balance);
    },
    onError: (error, look) => {
      if (look.code !== wanted) return;
      playFeedback("refused");
      cardSlot.say(refusalOf(error, look, () => begin(look)));
    },
    onSettled: (_card, _error, { code }) => {
      if (code === wanted) wanted = undefined;
    },
  });
  const begin = (next: LookUp) => {
    if (next.code === wanted) return;
    if (isTestCode(next.code) && !isCounter) {
      void navigate(testCardPath(next.code));
      return;
    }
    if (isCounter) {
      if (isMoneyMoving()) return;
      closeCard();
    }
    wanted = next.code;
    if (isTestCode(next.code)) test.mutate(next);
    else mutation.mutate(next);
  };
  return {
    lookUp: (code: string) => begin({ code, isTyped: false }),
    lookUpTyped: (code: string) => begin({ code, isTyped: true }),
    isLooking: mutation.isPending || test.isPending,
    /** The last looked-up code, if it belongs to no card. */
    unknownCode: isNoCards(mutation.error) ? mutation.variables?.code : undefined,
  };
}
