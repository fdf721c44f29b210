import { m } from "@/i18n";

/** What the brands of cards are called where one is chosen, by their numbers. */
export const cardTypeNames = [m.reports_all_brands, m.summary_funray_cards, m.summary_rayzr_cards];
