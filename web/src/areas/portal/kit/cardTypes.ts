import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { brandThat } from "@/lib/brandNames";

/** Card types: 0 for all, else the type that a brand sells. */
export const CARD_TYPES = [0, 1, 2] as const;

/** Names of the card types, by number. */
export const cardTypeNames = [
  m.reports_all_brands,
  () => brandThat(true)?.name ?? m.reports_cards_with_cause(),
  () => brandThat(false)?.name ?? m.reports_cards_without_cause(),
];

/**
 * Default card type of figures. A brand without charities begins with its own cards, of which no
 * charity gets a share.
 */
export function firstCardType(): number {
  return brand.hasCharities ? 0 : brand.cardType;
}

/** Whether sales may include a charity's share, so that it must be shown. */
export function showsCauses(cardType: number): boolean {
  return brand.hasCharities || cardType !== brand.cardType;
}
