import { pictureUrl } from "@/lib/pictures";
import type { CardCause } from "@/shared/card/CauseRibbon";

/** A charity as the cards that support it show it; nothing where a card supports none. */
export function cardCause(name: string | null, logoPath: string | null): CardCause | undefined {
  if (name === null) return undefined;
  return { name, logoUrl: logoPath ? pictureUrl("charity", logoPath, 96) : undefined };
}
