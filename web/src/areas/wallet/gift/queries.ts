// Reads a gift by the token of its link, and marks it as opened or claimed.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { toast } from "@/ui/overlay/toast";

export type Gift = components["schemas"]["Gift"];

/** Poll interval: the card may be redeemed at a counter while its page is open. */
const WHILE_LOOKED_AT_MS = 15_000;

/** Reads a gift. The key includes the user because the answer depends on who is signed in. */
export function giftQuery(token: string, userId: string | undefined) {
  return queryOptions({
    queryKey: [...keyOf("/api/v1/Gifts/{token}", { path: { token } }), userId],
    queryFn: ({ signal }) => call("get", "/api/v1/Gifts/{token}", { path: { token }, signal }),
    refetchOnWindowFocus: true,
    refetchInterval: WHILE_LOOKED_AT_MS,
  });
}

/** Marks the gift as opened, which notifies the giver, and claims it for the recipient's wallet. */
export function useGiftSteps(token: string, userId: string | undefined) {
  const client = useQueryClient();
  const show = (gift: Gift) => client.setQueryData(giftQuery(token, userId).queryKey, gift);
  const open = useMutation({
    mutationFn: () => call("post", "/api/v1/Gifts/{token}/opened", { path: { token } }),
    onSuccess: show,
    // The gift opens on the screen even if the call fails; the giver is notified at the next opening.
    meta: { showsItsOwnErrors: true },
  });
  const claim = useMutation({
    mutationFn: () => call("post", "/api/v1/Gifts/{token}/claimed", { path: { token } }),
    onSuccess: (gift) => {
      show(gift);
      toast.success(m.gift_saved());
    },
    onError: () => client.invalidateQueries({ queryKey: giftQuery(token, userId).queryKey }),
  });
  return { open, claim };
}
