// The server speaks English. Sentences that people often meet are said in French here, whether they are about a whole call
// or about one field; anything else stays as it came. English pages never fetch this file.
import { m } from "@/i18n";
import { ApiError } from "./error";

const words: Record<string, () => string> = {
  "Please correct the marked fields.": m.error_validation,
  "The e-mail or the password is not right.": m.error_wrong_credentials,
  "Please confirm your e-mail first: we have sent you a link.": m.error_email_not_confirmed,
  "This account is switched off. Please contact us.": m.error_account_inactive,
  "This link has expired or was used already. Please ask for a new one.": m.error_dead_link,
  "Too many tries. Please wait a moment and try again.": m.error_too_many_tries,
  "We can't find what you are looking for.": m.error_not_found,
  "This took too long. Please try again.": m.error_timeout,
  "We are very busy. Please try again in a moment.": m.error_busy,
  "We can't reach our database. Please try again in a moment.": m.error_unavailable,
  "We can't check that you are human right now. Please try again in a moment.": m.error_captcha_unavailable,
  "Something went wrong on our side. Please try again.": m.error_internal,
  "This password is too easy to guess. Please choose another one.": m.error_common_password,
  "This shop doesn't sell cards at the moment.": m.error_shop_off_sale,
  "This shop doesn't sell cards of this amount.": m.error_amount_off_sale,
  "This campaign isn't running at the moment.": m.error_campaign_off_sale,
  "A payment for this cart is being confirmed, so it can't be changed right now.": m.error_cart_frozen,
  "This transaction has been declined.": m.error_declined,
  "The payment was declined. Please try another card.": m.error_payment_declined,
  "The payment could not be made, and nothing was charged. Please try again.": m.error_payment_failed,
  "Your cards could not be made, so we took the charge back. Please try again later.":
    m.error_payment_cancelled,
  "Too many cards were tried for this order. Please contact us.": m.error_too_many_payments,
  "Nothing can be paid here right now. Please try again later.": m.error_payments_off,
  "This gift is in somebody's wallet already.": m.error_gift_claimed,
  "Please complete the check that you are human once more.": m.error_captcha_again,
  "This was reversed already.": m.error_reversed,
  "Only what was redeemed today can be taken back.": m.error_too_late_to_reverse,
  "Only $5.00 or less can be paid out in cash.": m.error_too_much_for_cash,
  "This card is deactivated. What is on it is kept; please contact us.": m.error_card_deactivated,
  "Invalid code.": m.error_invalid_code,
};

/** What we have words for, as the server says it. */
export const knownSentences = Object.keys(words);

export function inPageLanguage(sentence: string): string {
  return words[sentence]?.() ?? sentence;
}

export function translate(error: ApiError): ApiError {
  const fields = Object.entries(error.fields).map(([path, message]) => [path, inPageLanguage(message)]);
  return new ApiError(error.status, {
    traceId: error.traceId,
    errorCode: error.errorCode,
    errorMessage: inPageLanguage(error.errorMessage),
    fields: Object.fromEntries(fields) as Record<string, string>,
  });
}
