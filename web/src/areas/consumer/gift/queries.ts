// What the link of a gift leads to.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { toast } from "@/ui/toast";

export type Gift = components["schemas"]["Gift"];

/** The card may be at a counter while its page is open. */
const WHILE_LOOKED_AT_MS = 15_000;

/** What one sees of a gift depends on who one is. */
export function giftQuery(token: string, userId: string | undefined) {
  return queryOptions({
    queryKey: [...keyOf("/api/v1/Gifts/{token}", { path: { token } }), userId],
    queryFn: ({ signal }) => call("get", "/api/v1/Gifts/{token}", { path: { token }, signal }),
    refetchOnWindowFocus: true,
    refetchInterval: WHILE_LOOKED_AT_MS,
  });
}

/** Seeing it, which its giver is told, and saving it to one's wallet. */
export function useGiftSteps(token: string, userId: string | undefined) {
  const client = useQueryClient();
  const show = (gift: Gift) => client.setQueryData(giftQuery(token, userId).queryKey, gift);
  const open = useMutation({
    mutationFn: () => call("post", "/api/v1/Gifts/{token}/opened", { path: { token } }),
    onSuccess: show,
    // It is open here all the same; its giver hears of it the next time.
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
