import { useQueryClient } from "@tanstack/react-query";
import { invalidate } from "@/api/reading";
import { useCardNews } from "@/session/cardNews";

/** What happens on a card at the counter is in its holder's hand at once. */
export function useFreshWallet(): void {
  const client = useQueryClient();
  useCardNews(() => void invalidate(client, ["/Cards"]));
}
