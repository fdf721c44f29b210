// What the kinds of things that are recorded are called, for choosing one: the noun first, so that related kinds stand together.
import { m } from "@/i18n";
import type { LogEntry } from "./queries";

const kinds: Record<LogEntry["action"], () => string> = {
  ROLE_OFFERED: m.log_kind_role_offered,
  ROLE_ACCEPTED: m.log_kind_role_accepted,
  ROLE_DECLINED: m.log_kind_role_declined,
  ROLE_WITHDRAWN: m.log_kind_role_withdrawn,
  ROLE_PROPOSED: m.log_kind_role_proposed,
  ROLE_AGREED: m.log_kind_role_agreed,
  ROLE_REFUSED: m.log_kind_role_refused,
  ROLE_OFFER_RESENT: m.log_kind_role_offer_resent,
  ROLE_GRANTED: m.log_kind_role_granted,
  ROLE_CHANGED: m.log_kind_role_changed,
  ROLE_ACTIVATED: m.log_kind_role_activated,
  ROLE_DEACTIVATED: m.log_kind_role_deactivated,
  ACCOUNT_CONFIRMED: m.log_kind_account_confirmed,
  ACCOUNT_CHANGED: m.log_kind_account_changed,
  ACCOUNT_ACTIVATED: m.log_kind_account_activated,
  ACCOUNT_DEACTIVATED: m.log_kind_account_deactivated,
  ACCOUNT_CLOSED: m.log_kind_account_closed,
  CLOSING_ASKED: m.log_kind_closing_asked,
  CLOSING_WITHDRAWN: m.log_kind_closing_withdrawn,
  CLOSING_DECLINED: m.log_kind_closing_declined,
  CLOSED_CARDS_OPENED: m.log_kind_closed_cards_opened,
  SIGNED_IN: m.log_kind_signed_in,
  SESSION_REVOKED: m.log_kind_session_revoked,
  STEP_UP_PROVEN: m.log_kind_step_up_proven,
  STEP_UP_FAILED: m.log_kind_step_up_failed,
  PASSWORD_CHANGED: m.log_kind_password_changed,
  PASSWORD_RESET_ASKED: m.log_kind_password_reset_asked,
  SECOND_FACTOR_ADDED: m.log_kind_second_factor_added,
  SECOND_FACTOR_REMOVED: m.log_kind_second_factor_removed,
  SECOND_FACTOR_RESET: m.log_kind_second_factor_reset,
  RECOVERY_CODES_MADE: m.log_kind_recovery_codes_made,
  RECOVERY_CODE_USED: m.log_kind_recovery_code_used,
  PIN_SET: m.log_kind_pin_set,
  PIN_RESET: m.log_kind_pin_reset,
  PIN_LOCKED: m.log_kind_pin_locked,
  PIN_UNLOCKED: m.log_kind_pin_unlocked,
  TEST_CARD_MADE: m.log_kind_test_card_made,
  TEST_CARD_REDEEMED: m.log_kind_test_card_redeemed,
  TILL_ENROLLED: m.log_kind_till_enrolled,
  TILL_REVOKED: m.log_kind_till_revoked,
  TILL_SEEN_ELSEWHERE: m.log_kind_till_seen_elsewhere,
  TENANT_CREATED: m.log_kind_tenant_created,
  TENANT_APPROVED: m.log_kind_tenant_approved,
  TENANT_REJECTED: m.log_kind_tenant_rejected,
  REGISTRATION_ASKED: m.log_kind_registration_asked,
  REGISTRATION_ANSWERED: m.log_kind_registration_answered,
  TENANT_ACTIVATED: m.log_kind_tenant_activated,
  TENANT_DEACTIVATED: m.log_kind_tenant_deactivated,
  SHOP_CLOSED: m.log_kind_shop_closed,
  TENANT_CHANGED: m.log_kind_tenant_changed,
  TENANT_VIEWED: m.log_kind_tenant_viewed,
  BANK_ACCOUNT_CHANGED: m.log_kind_bank_account_changed,
  RATES_CHANGED: m.log_kind_rates_changed,
  COUNTER_SETTINGS_CHANGED: m.log_kind_counter_settings_changed,
  CARD_VIEWED: m.log_kind_card_viewed,
  CARD_FROZEN: m.log_kind_card_frozen,
  CARD_UNFROZEN: m.log_kind_card_unfrozen,
  CARD_REDEEMED_BY_ADMINISTRATOR: m.log_kind_card_redeemed_by_administrator,
  CARD_REDEEMED_BY_NAME: m.log_kind_card_redeemed_by_name,
  CARD_REVERSED: m.log_kind_card_reversed,
  REDEMPTION_HELD: m.log_kind_redemption_held,
  REDEMPTION_APPROVED: m.log_kind_redemption_approved,
  REDEMPTION_DECLINED: m.log_kind_redemption_declined,
  REDEMPTION_UNUSUAL: m.log_kind_redemption_unusual,
  BURST_FOUND: m.log_kind_burst_found,
  BURST_CLOSED: m.log_kind_burst_closed,
  CARD_REPLACED: m.log_kind_card_replaced,
  GIFT_READDRESSED: m.log_kind_gift_readdressed,
  CARD_RESENT: m.log_kind_card_resent,
  GIFT_RESENT: m.log_kind_gift_resent,
  ORDER_CANCELLED: m.log_kind_order_cancelled,
  ORDER_REFUNDED: m.log_kind_order_refunded,
  ORDER_REFUND_ASKED: m.log_kind_order_refund_asked,
  ORDER_REFUND_APPROVED: m.log_kind_order_refund_approved,
  ORDER_REFUND_DECLINED: m.log_kind_order_refund_declined,
  BUYING_LIMIT_REQUESTED: m.log_kind_buying_limit_requested,
  BUYING_LIMIT_RAISED: m.log_kind_buying_limit_raised,
  BUYING_LIMIT_DECLINED: m.log_kind_buying_limit_declined,
  BUYING_LIMIT_ENDED: m.log_kind_buying_limit_ended,
  ORDER_HELD: m.log_kind_order_held,
  ORDER_RELEASED: m.log_kind_order_released,
  ORDER_VOIDED: m.log_kind_order_voided,
  CHARGE_TAKEN_BACK: m.log_kind_charge_taken_back,
  DISPUTE_WON: m.log_kind_dispute_won,
  REVERSAL_CLOSED: m.log_kind_reversal_closed,
  DIFFERENCE_CLOSED: m.log_kind_difference_closed,
  PAYOUT_DRAFTED: m.log_kind_payout_drafted,
  PAYOUT_HELD_BACK: m.log_kind_payout_held_back,
  PAYOUT_APPROVED: m.log_kind_payout_approved,
  PAYOUT_DISCARDED: m.log_kind_payout_discarded,
  PAYOUT_EXPORTED: m.log_kind_payout_exported,
  PAYOUT_FILE_READ: m.log_kind_payout_file_read,
  PAYOUT_FILE_RELEASED: m.log_kind_payout_file_released,
  PAYOUT_PAID: m.log_kind_payout_paid,
  PAYOUT_FAILURE_ASKED: m.log_kind_payout_failure_asked,
  PAYOUT_FAILURE_REFUSED: m.log_kind_payout_failure_refused,
  PAYOUT_FAILED: m.log_kind_payout_failed,
  HOLD_BACK_SET: m.log_kind_hold_back_set,
  MONTH_CLOSED: m.log_kind_month_closed,
  CASH_OUTS_CORRECTED: m.log_kind_cash_outs_corrected,
  KEY_ROTATED: m.log_kind_key_rotated,
  FORMER_ROWS_SEALED: m.log_kind_former_rows_sealed,
  PERSON_EXPORTED: m.log_kind_person_exported,
  PERSON_VIEWED: m.log_kind_person_viewed,
  LIST_READ: m.log_kind_list_read,
  LIST_EXPORTED: m.log_kind_list_exported,
  READING_LIMIT_REACHED: m.log_kind_reading_limit_reached,
  CAMPAIGN_CREATED: m.log_kind_campaign_created,
  CAMPAIGN_CHANGED: m.log_kind_campaign_changed,
  CAMPAIGN_ACTIVATED: m.log_kind_campaign_activated,
  CAMPAIGN_DEACTIVATED: m.log_kind_campaign_deactivated,
  DIRECTORY_ENTRY_CREATED: m.log_kind_directory_entry_created,
  DIRECTORY_ENTRY_CHANGED: m.log_kind_directory_entry_changed,
  DIRECTORY_ENTRY_ACTIVATED: m.log_kind_directory_entry_activated,
  DIRECTORY_ENTRY_DEACTIVATED: m.log_kind_directory_entry_deactivated,
};

interface Kind {
  value: string;
  text: string;
}

/** Plain letters, so that nobody has to type an accent. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();

/** The kinds whose name has all these words. */
export function findKinds(text: string): Kind[] {
  const wanted = plain(text).split(/\s+/);
  return Object.entries(kinds)
    .map(([value, name]) => ({ value, text: name() }))
    .filter((kind) => wanted.every((word) => plain(kind.text).includes(word)))
    .toSorted((one, other) => one.text.localeCompare(other.text));
}

/** What one kind is called; a kind that this program doesn't know yet keeps its word. */
export function kindOf(action: string): Kind {
  return { value: action, text: kinds[action as LogEntry["action"]]?.() ?? action };
}
