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
  "A payment of yours is being confirmed. Please close your account when it is through.":
    m.error_payment_underway,
  "Please confirm that you give it up.": m.profile_close_accept_missing,
  "Nothing can be paid here right now. Please try again later.": m.error_payments_off,
  "This gift is in somebody's wallet already.": m.error_gift_claimed,
  "Please complete the check that you are human once more.": m.error_captcha_again,
  "This was reversed already.": m.error_reversed,
  "Only what was redeemed today can be taken back.": m.error_too_late_to_reverse,
  "Only $5.00 or less can be paid out in cash.": m.error_too_much_for_cash,
  "This card is deactivated. What is on it is kept; please contact us.": m.error_card_deactivated,
  "Invalid code.": m.error_invalid_code,
  "The request can't be read.": m.error_unreadable,
  "Please sign in.": m.error_sign_in,
  "You can't change your own role or switch yourself off. Please ask another administrator.":
    m.error_own_role,
  "Consumers register themselves; their role can't be given or taken.": m.error_consumer_role,
  "This is the last active super administrator. Please make somebody else one first.":
    m.error_last_super_administrator,
  "Only a registration that waits for a decision can be rejected. Please deactivate this one instead.":
    m.error_not_pending,
  "Your shopping cart is empty.": m.error_cart_empty,
  "A cart holds 50 different things at most.": m.error_cart_full,
  "This is not what the cart costs. Please reload your cart.": m.error_cart_price,
  "This card entry was used before. Please enter the card again.": m.error_card_entry_used,
  "Please don't write the number of a payment card here.": m.error_no_card_numbers,
  "Please don't write a card's code here: whoever reads it could spend the card.":
    m.error_card_code_in_reason,
  "This order was not paid for, so there is nothing to take back.": m.error_order_not_paid,
  "Something was spent from a card of this order, so it can't be taken back as a whole.":
    m.error_order_touched,
  "This Idempotency-Key was used for another call. Please choose a new one.": m.error_key_reused,
  "Its order was cancelled and the money went back, so this card is empty and stays so.":
    m.error_card_cancelled,
  "This card is no gift, so there is nobody to send it to.": m.error_no_gift,
  "This address doesn't take that method.": m.error_no_such_method,
  "The request is too large.": m.error_too_large,
  "The request has a content type that this call doesn't take.": m.error_other_type,
  "We are confirming your payment. Do not pay again.": m.error_payment_pending,
  "We are checking our books, so no money moves right now. Please try again later.": m.error_ledger_stopped,
  "We can't reach our pictures right now. Please try again in a moment.": m.error_files_unavailable,
  "You do not have permission to do this action.": m.common_error_permission,
};

/** What we have words for, as the server says it. */
export const knownSentences = Object.keys(words);

export function inPageLanguage(sentence: string): string {
  return words[sentence]?.() ?? afterItsName(sentence) ?? sentence;
}

/** Of one thing among several the server says first what it is called: `Maple Leaf Books: This shop doesn't sell …` */
function afterItsName(sentence: string): string | undefined {
  const known = knownSentences.find((ending) => sentence.endsWith(`: ${ending}`));
  if (known === undefined) return undefined;
  const name = sentence.slice(0, -`: ${known}`.length);
  return m.error_of({ name, problem: inPageLanguage(known) });
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
