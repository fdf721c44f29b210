// The server speaks English. Sentences that people often meet are said in French here, whether they are about a whole call
// or about one field; anything else stays as it came. English pages never fetch this file.
import { m } from "@/i18n";
import { ApiError } from "./error";

const words: Record<string, () => string> = {
  "Your work here needs a stronger password than yours. We have sent you a link to choose one.":
    m.error_password_too_weak,
  "The rest of this card was paid out in cash, so nothing that came before can be reversed.":
    m.error_cashed_out,
  "Somebody else has changed this meanwhile. Please look at what it is now, then save again.":
    m.error_changed_meanwhile,
  "You have saved 50 views of this list or 500 in all, which is the most. Please delete one first.":
    m.error_too_many_views,
  "You have a view of this name already.": m.error_view_name_taken,
  "Please scan this card or type its full number first.": m.error_card_not_presented,
  "You bought or own this card, so somebody else has to serve you.": m.error_own_card,
  "You can reverse what you redeemed yourself, for one minute. Please ask a manager of the shop, who can do it today.":
    m.error_for_manager,
  "A manager has to approve this first. Nothing was taken off the card yet.": m.error_approval_needed,
  "This was not approved, so nothing was taken off the card.": m.error_not_approved,
  "This request is over: somebody has decided about it, it was taken back, or it has expired. Please reload the page.":
    m.error_request_over,
  "You bought this yourself, so somebody else has to decide about it.": m.error_own_order,
  "Only its buyer, or our support, can send this gift to another address.": m.error_readdress_not_yours,
  "Somebody else’s gift can’t be sent to yourself.": m.error_readdress_to_self,
  "You asked for this yourself, so somebody else has to decide about it.": m.error_own_request,
  "You redeemed the same amount of this card a moment ago. To redeem it once more, send an Idempotency-Key.":
    m.error_repeated_movement,
  "You signed in by PIN at a till, which is for the counter only. Please sign in with your password for this.":
    m.error_pin_session,
  "This PIN is not right. Please try again.": m.error_wrong_pin,
  "This PIN is locked after five wrong tries. Please sign in with your password, which unlocks it, or choose another PIN in your account.":
    m.error_pin_locked,
  "This person has no PIN here any more. A PIN is chosen in one's account, after signing in with the password.":
    m.error_no_pin,
  "This device is no till, or not any more. A manager of the shop can enrol it in the portal.":
    m.error_till_unknown,
  "This shop has 50 tills, which is the most. Please remove one first.": m.error_too_many_tills,
  "This PIN is too easy to guess. Please choose another one.": m.error_easy_pin,
  "A PIN has 4 to 8 digits.": m.tills_pin_length,
  "Please correct the marked fields.": m.error_validation,
  "The e-mail or the password is not right.": m.error_wrong_credentials,
  "Please confirm your e-mail first: we have sent you a link.": m.error_email_not_confirmed,
  "This account is switched off. Please contact us.": m.error_account_inactive,
  "This link has expired or was used already. Please ask for a new one.": m.error_dead_link,
  "Too many tries. Please wait a moment and try again.": m.error_too_many_tries,
  "We can't find what you are looking for.": m.error_not_found,
  "This took too long. Please try again.": m.error_timeout,
  "We are very busy. Please try again in a moment.": m.error_busy,
  "We can't say whether this was done. Please look first, before you do it again.": m.error_outcome_unknown,
  "We can't reach our database. Please try again in a moment.": m.error_unavailable,
  "We can't check that you are human right now. Please try again in a moment.": m.error_captcha_unavailable,
  "Something went wrong on our side. Please try again.": m.error_internal,
  "This password is too easy to guess. Please choose another one.": m.error_common_password,
  "This shop doesn't sell cards at the moment.": m.error_shop_off_sale,
  "This shop doesn't sell cards of this amount.": m.error_amount_off_sale,
  "This campaign isn't running at the moment.": m.error_campaign_off_sale,
  "Too many payment cards were declined. Please wait a while and try again.": m.error_too_many_declines,
  "This is more than a new account can buy within a day. Please buy less, or contact us.":
    m.error_too_much_for_new_account,
  "This order is not held for review. Please reload the page.": m.error_not_held,
  "A payment for this cart is being confirmed, so it can't be changed right now.": m.error_cart_frozen,
  "This transaction has been declined.": m.error_declined,
  "The payment was declined. Please try another card.": m.error_payment_declined,
  "The payment could not be made, and nothing was charged. Please try again.": m.error_payment_failed,
  "Your cards could not be made, so we took the charge back. Please try again later.":
    m.error_payment_cancelled,
  "Too many cards were tried for this order. Please contact us.": m.error_too_many_payments,
  "A payment of yours is being confirmed. Please close your account when it is through.":
    m.error_payment_underway,
  "Please confirm that you know how to use your cards from now on.": m.profile_close_accept_missing,
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
  "This manager was here before you. Please ask an administrator.": m.error_senior_manager,
  "This invitation is for another account. Please sign in with the address it was mailed to.":
    m.error_other_person,
  "This invitation was answered or withdrawn already.": m.error_invitation_answered,
  "This person has that role already.": m.error_has_role,
  "This address is invited already. You can send the invitation again.": m.error_is_invited,
  "This is not the password of your registration.": m.error_not_your_registration,
  "Only the person can change their name, on their account page.": m.error_own_name,
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
  "Its charge was taken back at the gateway, wholly or in part, so the order can't be cancelled.":
    m.error_charge_reversed,
  "This Idempotency-Key was used for another call. Please choose a new one.": m.error_key_reused,
  "Its order was cancelled and the money went back, so this card is empty and stays so.":
    m.error_card_cancelled,
  "This card is no gift, so there is nobody to send it to.": m.error_no_gift,
  "This address doesn't take that method.": m.error_no_such_method,
  "This passkey can't be used here. Please choose another one.": m.error_passkey_unusable,
  "The request is too large.": m.error_too_large,
  "The head of the request is too large: 32 kB are the most.": m.error_head_too_large,
  "The request has a content type that this call doesn't take.": m.error_other_type,
  "We are confirming your payment. Do not pay again.": m.error_payment_pending,
  "We are checking our books, so no money moves right now. Please try again later.": m.error_ledger_stopped,
  "We can't reach our pictures right now. Please try again in a moment.": m.error_files_unavailable,
  "You do not have permission to do this action.": m.common_error_permission,
  "Please confirm that it is you, then try again.": m.error_proof_required,
  "Please confirm with your second factor that it is you.": m.error_second_factor_required,
  "Your role needs a second factor. Please set one up first.": m.error_second_factor_setup,
  "You have an authenticator app already. Please remove it first.": m.error_second_factor_exists,
  "This took too long. Please sign in again.": m.error_ticket_expired,
  "This passkey was not accepted. Please try again or choose another way.": m.error_passkey_refused,
  "You have 20 passkeys, which is the most. Please remove one first.": m.error_too_many_passkeys,
  "This code is not right, or was used before.": m.error_wrong_code,
  "Please use your second factor.": m.error_use_second_factor,
  "This is not your password.": m.error_not_your_password,
  "This account is switched off. Please activate it first.": m.error_activate_first,
};

/** What we have words for, as the server says it. */
export const knownSentences = Object.keys(words);

export function inPageLanguage(sentence: string): string {
  return words[sentence]?.() ?? afterItsName(sentence) ?? whenToTryAgain(sentence) ?? sentence;
}

/** What the server says of limits: what there was too much of, and how long to wait. */
const limits: Record<string, (rooms: { span: string }) => string> = {
  "Too many tries": m.error_too_many_tries_in,
  "Too many payment cards were declined": m.error_too_many_declines_in,
};

function whenToTryAgain(sentence: string): string | undefined {
  const found = /^(.+)\. You can try again in (\d+) (minute|hour)s?\.$/.exec(sentence);
  const [, what = "", count = "", unit] = found ?? [];
  return limits[what]?.({ span: spanOf(count, unit === "hour") });
}

function spanOf(count: string, isHours: boolean): string {
  return isHours ? m.error_span_hours({ count }) : m.error_span_minutes({ count });
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
    secondFactor: error.secondFactor,
    approval: error.approval,
  });
}
