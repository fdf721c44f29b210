import { brand } from "@/brands/current";
import { pictureUrl } from "@/lib/pictures";
import type { CardCause } from "@/features/card/CauseRibbon";

/**
 * Returns the cause that a shopper may see. Brands without charities show none, although the cause still receives its share.
 */
export function shownCause<Cause>(cause: Cause | null): Cause | null {
  return brand.hasCharities ? cause : null;
}

/** Returns name, logo and share of a charity for its card, or `undefined` for a card without a cause. */
export function cardCause(
  name: string | null,
  logoPath: string | null,
  share?: number,
): CardCause | undefined {
  const shown = shownCause(name);
  if (shown === null) return undefined;
  return { name: shown, logoUrl: logoPath ? pictureUrl("charity", logoPath, 96) : undefined, share };
}
