import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { staffPaths } from "@/adminPaths";
import { toast } from "@/ui/toast";
import { cardQuery } from "./cards";
import { giveFeedback } from "./feedback";
import { scannedPlace, useIsCounterPage } from "./places";

/** What is being looked up. Of two scans in a row the later counts, whichever is answered first. */
let wanted: string | undefined;

/** Whatever is being looked up leads nowhere any more. */
export function forgetLookUp(): void {
  wanted = undefined;
}

export interface LookUp {
  code: string;
  /** It stands in a field, which says itself that it is no card's. */
  isTyped: boolean;
}

function isNoCards(error: Error | null): boolean {
  return error instanceof ApiError && error.errorCode === "INVALID_CODE";
}

/** Finds a card by what was scanned or typed, and goes to it. What is no card of ours is said to be none. */
export function useLookUp() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const profile = useProfile();
  const isCounter = useIsCounterPage();
  const mutation = useMutation({
    mutationFn: ({ code }: LookUp) => call("get", "/api/v1/Cards/codes/{code}", { path: { code } }),
    meta: { showsItsOwnErrors: true },
    onSuccess: (card, { code }) => {
      if (code !== wanted) return;
      giveFeedback("found");
      // It is on the screen at once: what was found need not be asked for again.
      client.setQueryData(cardQuery(card.id).queryKey, card);
      void navigate(isCounter ? staffPaths.counter(card.id) : scannedPlace(profile, card));
    },
    onError: (error, { code, isTyped }) => {
      if (code !== wanted) return;
      giveFeedback("refused");
      if (!(error instanceof ApiError)) return;
      if (!isNoCards(error)) toast.error(error.errorMessage);
      else if (!isTyped) toast.error(m.counter_invalid_code());
    },
    onSettled: (_card, _error, { code }) => {
      if (code === wanted) wanted = undefined;
    },
  });
  const begin = (next: LookUp) => {
    if (next.code === wanted) return;
    wanted = next.code;
    mutation.mutate(next);
  };
  return {
    lookUp: (code: string) => begin({ code, isTyped: false }),
    lookUpTyped: (code: string) => begin({ code, isTyped: true }),
    isLooking: mutation.isPending,
    /** What was looked up last, when it was no card's. */
    unknownCode: isNoCards(mutation.error) ? mutation.variables?.code : undefined,
  };
}
