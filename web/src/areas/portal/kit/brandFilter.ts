import { m } from "@/i18n";
import { choiceFilter } from "@/shared/table/filters";
import { CARD_TYPES, cardTypeNames } from "./cardTypes";

/** Filter by the brand that sold the card. */
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
