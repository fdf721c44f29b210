import { brand } from "@/brands/current";
import { pictureUrl } from "@/lib/pictures";
import type { CardCause } from "@/features/card/CauseRibbon";

/** What a shopper reads of a card's cause. A brand that knows no charities says nothing of it; the cause gets its part all the same. */
export function shownCause<Cause>(cause: Cause | null): Cause | null {
  return brand.hasCharities ? cause : null;
}

/** A charity as the cards that support it show it, with what it gets where that is known; nothing where a card supports none. */
export function cardCause(
  name: string | null,
  logoPath: string | null,
  share?: number,
): CardCause | undefined {
  const shown = shownCause(name);
  if (shown === null) return undefined;
  return { name: shown, logoUrl: logoPath ? pictureUrl("charity", logoPath, 96) : undefined, share };
}
