// Thanks of a gift's recipient to its giver.
import type { components } from "@/api/schema";
import { m } from "@/i18n";

export type GiftThanks = components["schemas"]["GiftThanks"];
export type ThanksPhrase = components["schemas"]["ThanksPhrase"];

/** Texts of the phrases, in the order of their buttons. */
export const thanksPhrases: Record<ThanksPhrase, () => string> = {
  THANK_YOU: m.gift_phrase_thank_you,
  LOVE_IT: m.gift_phrase_love_it,
  MADE_MY_DAY: m.gift_phrase_made_my_day,
  CANNOT_WAIT: m.gift_phrase_cannot_wait,
  HOW_THOUGHTFUL: m.gift_phrase_how_thoughtful,
};

/** Returns the thanks as the giver reads them: a phrase in the reader's language, or the recipient's own words. */
export function thanksInWords({ phrase, words }: GiftThanks): string {
  return phrase === null ? (words ?? "") : thanksPhrases[phrase]();
}
