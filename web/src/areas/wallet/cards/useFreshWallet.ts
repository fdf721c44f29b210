import { useQueryClient } from "@tanstack/react-query";
import { invalidate } from "@/api/reading";
import { useCardNews } from "@/session/cardNews";

/** Refetches the wallet as soon as the live channel reports a change of a card. */
export function useFreshWallet(): void {
  const client = useQueryClient();
  useCardNews(() => void invalidate(client, ["/Cards"]));
}
