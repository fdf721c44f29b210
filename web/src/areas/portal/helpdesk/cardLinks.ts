import { adminPaths } from "@/adminPaths";
import type { DeskCard } from "./queries";

/** Returns a function that finds the page of a listed card. */
export function cardLinks(cards: readonly DeskCard[]): (cardId: string) => string | undefined {
  const places = new Map(cards.map(({ id, vendorId }) => [id, adminPaths.vendorArea(vendorId).card(id)]));
  return (cardId) => places.get(cardId);
}
