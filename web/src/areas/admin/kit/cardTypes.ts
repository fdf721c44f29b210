import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { choiceFilter } from "@/shared/table/filters";

/** 0 for all cards, else the type that each brand sells. */
export const CARD_TYPES = [0, 1, 2] as const;

/** What the brands of cards are called where one is chosen, by their numbers. */
export const cardTypeNames = [m.reports_all_brands, m.summary_funray_cards, m.summary_rayzr_cards];

/** Narrows a list to what one brand sold. */
export const brandFilter = choiceFilter({
  name: "cardType",
  label: m.summary_card_brand,
  everything: m.reports_all_brands,
  choices: () =>
    CARD_TYPES.filter((type) => type !== 0).map((type) => ({
      value: String(type),
      text: cardTypeNames[type]?.() ?? "",
    })),
});

/** Whose cards figures are of when nobody chose: a brand without causes begins with its own, of which no cause gets a share. */
export function firstCardType(): number {
  return brand.hasCharities ? 0 : brand.cardType;
}

/** Whether a share of what is sold may go to a cause, and is to be told. */
export function showsCauses(cardType: number): boolean {
  return brand.hasCharities || cardType !== brand.cardType;
}
