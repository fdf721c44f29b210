import { adminPaths } from "@/adminPaths";
import type { DeskCard } from "./queries";

/** Finds the pages of the cards that are listed. */
export function cardPlaces(cards: readonly DeskCard[]): (cardId: string) => string | undefined {
  const places = new Map(cards.map(({ id, vendorId }) => [id, adminPaths.vendorArea(vendorId).card(id)]));
  return (cardId) => places.get(cardId);
}
