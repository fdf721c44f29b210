// Sentences of the audit log.
import { m } from "@/i18n";
import { amountsOf, customRangeOf } from "@/lib/cardAmounts";
import { formatCalendarDate, formatMoment, formatMonth } from "@/lib/dates";
import { formatMoney, formatPrice } from "@/lib/money";
import { withProvinceName } from "@/lib/provinces";
import { timeZoneName } from "@/lib/timeZones";
import { riskLabel } from "@/features/orders/riskLabels";
import { roleName } from "@/features/people/roleName";
import { choices, sessions, AMOUNTS } from "./choices";
import type { LogEntry } from "./queries";
import { listNames } from "./listNames";
import { specialChange, type Change } from "./specialChange";
import { fieldLabels } from "./fieldLabels";

type Names = { who: string; what: string };

const sentences: Record<LogEntry["action"], (names: Names) => string> = {
  ROLE_OFFERED: m.log_did_role_offered,
  ROLE_ACCEPTED: m.log_did_role_accepted,
  ROLE_DECLINED: m.log_did_role_declined,
  ROLE_WITHDRAWN: m.log_did_role_withdrawn,
  ROLE_PROPOSED: m.log_did_role_proposed,
  ROLE_AGREED: m.log_did_role_agreed,
  ROLE_REFUSED: m.log_did_role_refused,
  ROLE_OFFER_RESENT: m.log_did_role_offer_resent,
  ROLE_GRANTED: m.log_did_role_granted,
  ROLE_CHANGED: m.log_did_role_changed,
  ROLE_ACTIVATED: m.log_did_role_activated,
  ROLE_DEACTIVATED: m.log_did_role_deactivated,
  ACCOUNT_CONFIRMED: m.log_did_account_confirmed,
  ACCOUNT_CHANGED: m.log_did_account_changed,
  ACCOUNT_ACTIVATED: m.log_did_account_activated,
  ACCOUNT_DEACTIVATED: m.log_did_account_deactivated,
  ACCOUNT_CLOSED: m.log_did_account_closed,
  CLOSING_ASKED: m.log_did_closing_asked,
  CLOSING_WITHDRAWN: m.log_did_closing_withdrawn,
  CLOSING_DECLINED: m.log_did_closing_declined,
  CLOSED_CARDS_OPENED: m.log_did_closed_cards_opened,
  SIGNED_IN: m.log_did_signed_in,
  SESSION_REVOKED: m.log_did_session_revoked,
  PASSWORD_CHANGED: m.log_did_password_changed,
  PASSWORD_RESET_ASKED: m.log_did_password_reset_asked,
  SECOND_FACTOR_ADDED: m.log_did_second_factor_added,
  SECOND_FACTOR_REMOVED: m.log_did_second_factor_removed,
  SECOND_FACTOR_RESET: m.log_did_second_factor_reset,
  RECOVERY_CODES_MADE: m.log_did_recovery_codes_made,
  RECOVERY_CODE_USED: m.log_did_recovery_code_used,
  STEP_UP_PROVEN: m.log_did_step_up_proven,
  STEP_UP_FAILED: m.log_did_step_up_failed,
  PIN_SET: m.log_did_pin_set,
  PIN_RESET: m.log_did_pin_reset,
  PIN_LOCKED: m.log_did_pin_locked,
  PIN_UNLOCKED: m.log_did_pin_unlocked,
  COUNTER_DAY_CLOSED: m.log_did_counter_day_closed,
  TEST_CARD_MADE: m.log_did_test_card_made,
  TEST_CARD_REDEEMED: m.log_did_test_card_redeemed,
  TILL_ENROLLED: m.log_did_till_enrolled,
  TILL_REVOKED: m.log_did_till_revoked,
  TILL_SEEN_ELSEWHERE: m.log_did_till_seen_elsewhere,
  TENANT_CREATED: m.log_did_tenant_created,
  TENANT_APPROVED: m.log_did_tenant_approved,
  TENANT_REJECTED: m.log_did_tenant_rejected,
  REGISTRATION_ASKED: m.log_did_registration_asked,
  REGISTRATION_ANSWERED: m.log_did_registration_answered,
  TENANT_ACTIVATED: m.log_did_tenant_activated,
  TENANT_DEACTIVATED: m.log_did_tenant_deactivated,
  SHOP_CLOSED: m.log_did_shop_closed,
  SHOP_CLOSING_ASKED: m.log_did_shop_closing_asked,
  SHOP_TAKEOVER_ACCEPTED: m.log_did_shop_takeover_accepted,
  SHOP_CLOSING_APPROVED: m.log_did_shop_closing_approved,
  SHOP_CLOSING_DECLINED: m.log_did_shop_closing_declined,
  SHOP_CLOSING_ENDED: m.log_did_shop_closing_ended,
  SHOP_CLOSING_PAID: m.log_did_shop_closing_paid,
  TENANT_CHANGED: m.log_did_tenant_changed,
  TENANT_VIEWED: m.log_did_tenant_viewed,
  BANK_ACCOUNT_CHANGED: m.log_did_bank_account_changed,
  RATES_CHANGED: m.log_did_rates_changed,
  COUNTER_SETTINGS_CHANGED: m.log_did_counter_settings_changed,
  CARD_VIEWED: m.log_did_card_viewed,
  CARD_FROZEN: m.log_did_card_frozen,
  CARD_UNFROZEN: m.log_did_card_unfrozen,
  CARD_REDEEMED_BY_ADMINISTRATOR: m.log_did_card_redeemed_by_administrator,
  CARD_REDEEMED_BY_NAME: m.log_did_card_redeemed_by_name,
  CARD_REVERSED: m.log_did_card_reversed,
  REDEMPTION_HELD: m.log_did_redemption_held,
  REDEMPTION_APPROVED: m.log_did_redemption_approved,
  REDEMPTION_DECLINED: m.log_did_redemption_declined,
  REDEMPTION_UNUSUAL: m.log_did_redemption_unusual,
  BURST_FOUND: m.log_did_burst_found,
  BURST_CLOSED: m.log_did_burst_closed,
  GIFT_READDRESSED: m.log_did_gift_readdressed,
  CARD_RESENT: m.log_did_card_resent,
  CARD_REPLACED: m.log_did_card_replaced,
  CARD_HANDED_OVER: m.log_did_card_handed_over,
  GIFT_RESENT: m.log_did_gift_resent,
  ORDER_CANCELLED: m.log_did_order_cancelled,
  ORDER_REFUNDED: m.log_did_order_refunded,
  ORDER_REFUND_ASKED: m.log_did_order_refund_asked,
  ORDER_REFUND_APPROVED: m.log_did_order_refund_approved,
  ORDER_REFUND_DECLINED: m.log_did_order_refund_declined,
  REFUND_REFUSED: m.log_did_refund_refused,
  REFUND_TRIED_AGAIN: m.log_did_refund_tried_again,
  BANK_PAYMENT_ASKED: m.log_did_bank_payment_asked,
  BANK_PAYMENT_MADE: m.log_did_bank_payment_made,
  BANK_PAYMENT_DECLINED: m.log_did_bank_payment_declined,
  BUYING_LIMIT_REQUESTED: m.log_did_buying_limit_requested,
  BUYING_LIMIT_RAISED: m.log_did_buying_limit_raised,
  BUYING_LIMIT_DECLINED: m.log_did_buying_limit_declined,
  BUYING_LIMIT_ENDED: m.log_did_buying_limit_ended,
  ORDER_HELD: m.log_did_order_held,
  ORDER_RELEASED: m.log_did_order_released,
  ORDER_VOIDED: m.log_did_order_voided,
  CHARGE_TAKEN_BACK: m.log_did_charge_taken_back,
  DISPUTE_WON: m.log_did_dispute_won,
  REVERSAL_CLOSED: m.log_did_reversal_closed,
  DIFFERENCE_CLOSED: m.log_did_difference_closed,
  PAYOUT_RUN_DRAFTED: m.log_did_payout_run_drafted,
  PAYOUT_DRAFTED: m.log_did_payout_drafted,
  PAYOUT_HELD_BACK: m.log_did_payout_held_back,
  PAYOUT_APPROVED: m.log_did_payout_approved,
  PAYOUT_DISCARDED: m.log_did_payout_discarded,
  PAYOUT_EXPORTED: m.log_did_payout_exported,
  PAYOUT_WITHDRAWN: m.log_did_payout_withdrawn,
  PAYOUT_FILE_READ: m.log_did_payout_file_read,
  PAYOUT_FILE_RELEASED: m.log_did_payout_file_released,
  PAYOUT_PAID: m.log_did_payout_paid,
  PAYOUT_FAILURE_ASKED: m.log_did_payout_failure_asked,
  PAYOUT_FAILURE_REFUSED: m.log_did_payout_failure_refused,
  PAYOUT_FAILED: m.log_did_payout_failed,
  HOLD_BACK_SET: m.log_did_hold_back_set,
  PAYOUTS_PAUSED: m.log_did_payouts_paused,
  PAYOUTS_RESUMED: m.log_did_payouts_resumed,
  MONTH_CLOSED: m.log_did_month_closed,
  BANK_STATEMENT_IMPORTED: m.log_did_bank_statement_imported,
  BANK_LINE_MATCHED: m.log_did_bank_line_matched,
  BANK_LINE_REOPENED: m.log_did_bank_line_reopened,
  MONTH_REOPENING_ASKED: m.log_did_month_reopening_asked,
  MONTH_REOPENED: m.log_did_month_reopened,
  MONTH_REOPENING_DECLINED: m.log_did_month_reopening_declined,
  BOOK_BANK_ACCOUNT_ADDED: m.log_did_book_bank_account_added,
  BOOK_BANK_ACCOUNT_CHANGED: m.log_did_book_bank_account_changed,
  ACCOUNT_MAPPED: m.log_did_account_mapped,
  COMPANY_CHANGED: m.log_did_company_changed,
  TAX_RATE_SET: m.log_did_tax_rate_set,
  TAX_REGISTRATION_SET: m.log_did_tax_registration_set,
  KEY_ROTATED: m.log_did_key_rotated,
  PERSON_EXPORTED: m.log_did_person_exported,
  PERSON_VIEWED: m.log_did_person_viewed,
  LIST_READ: m.log_did_list_read,
  LIST_EXPORTED: m.log_did_list_exported,
  READING_LIMIT_REACHED: m.log_did_reading_limit_reached,
  CAMPAIGN_CREATED: m.log_did_campaign_created,
  CAMPAIGN_CHANGED: m.log_did_campaign_changed,
  CAMPAIGN_ACTIVATED: m.log_did_campaign_activated,
  CAMPAIGN_DEACTIVATED: m.log_did_campaign_deactivated,
  CAMPAIGN_UPDATE_POSTED: m.log_did_campaign_update_posted,
  CAMPAIGN_UPDATE_DELETED: m.log_did_campaign_update_deleted,
  DIRECTORY_ENTRY_CREATED: m.log_did_directory_entry_created,
  DIRECTORY_ENTRY_CHANGED: m.log_did_directory_entry_changed,
  DIRECTORY_ENTRY_ACTIVATED: m.log_did_directory_entry_activated,
  DIRECTORY_ENTRY_DEACTIVATED: m.log_did_directory_entry_deactivated,
};

export function actorOf({ actorId, actorName, program }: LogEntry): string {
  if (actorName !== null) return actorName;
  if (actorId !== null) return m.log_closed_account();
  return program === null ? m.log_stranger() : m.log_program();
}

/** Returns the role and email address of the actor at that time. */
export function standingOf({ role, actorEmail }: LogEntry): string {
  return [role && roleName(role), actorEmail].filter(Boolean).join(" · ");
}

export function subjectOf({ subjectKind, subjectId, subjectName, tenantName, after }: LogEntry): string {
  // Only the masked address of an invited person is known.
  if (subjectKind === "INVITATION") return textOf("email", valuesOf(after)["email"] ?? "…");
  if (subjectKind === "CARD") return cardOf(subjectName, tenantName);
  if (subjectKind === "ORDER" && subjectName !== null) return m.log_order({ number: subjectName });
  if (subjectKind === "PAYOUT" || subjectKind === "BURST") return tenantName ?? "…";
  if (subjectKind === "LIST") return listNames[subjectId]?.() ?? subjectId;
  if (subjectKind === "CLOSED_MONTH" && subjectName !== null) return formatMonth(subjectName);
  if (subjectKind === "PAYOUT_RUN" && subjectName !== null) return formatCalendarDate(subjectName);
  return subjectName ?? (subjectKind === "PERSON" ? m.log_closed_account() : "…");
}

/** Returns the name of a card, with its last four digits if known. */
function cardOf(number: string | null, shop: string | null): string {
  if (shop === null) return m.log_card();
  return number === null ? m.log_a_card({ shop }) : m.log_numbered_card({ shop, number });
}

/** Returns the sentence of an action, or its raw value if this version doesn't know it. */
export function messageOf({ action }: LogEntry): (names: Names) => string {
  const sentence: ((names: Names) => string) | undefined = sentences[action];
  return sentence ?? (({ who, what }) => `${who}: ${action} – ${what}`);
}

/** Returns the entry as a sentence. */
export function sentenceOf(entry: LogEntry): string {
  return messageOf(entry)({ who: actorOf(entry), what: subjectOf(entry) });
}

type Values = Record<string, unknown>;

function valuesOf(part: unknown): Values {
  return typeof part === "object" && part !== null ? (part as Values) : {};
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Fields whose values are ids or keys. The log says only that they changed. */
const UNREADABLE = new Set(["sortedUnder", "region", "logo", "photo"]);

/** Formats an amount. The server records some as numbers, some as English text. */
function amountOf(value: unknown): string {
  const dollars = Number(String(value).replaceAll(/[$,]/g, ""));
  return Number.isNaN(dollars) ? String(value) : formatMoney(dollars);
}

/** Fields that end with a province. */
const PLACES = new Set(["address", "province"]);

function textOf(name: string, value: unknown): string {
  if (value === null || value === "") return m.log_nothing();
  if (typeof value === "boolean") return value ? m.log_yes() : m.log_no();
  if (name === "role" && typeof value === "string") return roleName(value);
  if (UNREADABLE.has(name)) return m.log_changed();
  if (AMOUNTS.has(name)) return amountOf(value);
  if (name === "cardAmounts" && typeof value === "string")
    return amountsOf(value).map(formatPrice).join(", ") || m.log_nothing();
  if (name === "customAmounts" && typeof value === "string") return customRangeOf(value) || m.log_nothing();
  if (name === "session" && typeof value === "string") return (sessions[value] ?? m.log_sessions_one)();
  if (name === "timeZone" && typeof value === "string") return timeZoneName(value);
  if (PLACES.has(name) && typeof value === "string") return withProvinceName(value);
  if (name === "askedAt" && typeof value === "string") return formatMoment(value);
  if (typeof value === "string" && DAY.test(value)) return formatCalendarDate(value);
  if (name === "reasons" && Array.isArray(value))
    return value.map((one) => riskLabel(String(one))).join(", ");
  if (name === "roles" && Array.isArray(value))
    return value.map((one) => roleName(String(one))).join(", ") || m.log_nothing();
  if (Array.isArray(value))
    return value.map((one) => (name === "fields" ? labelOf(String(one)) : String(one))).join(", ");
  return typeof value === "string" ? (choices[name]?.[value]?.() ?? value) : JSON.stringify(value);
}

const labelOf = (name: string) => fieldLabels[name]?.() ?? name;

const ONLY_FOR_PROGRAMS = new Set(["invitation", "transactionId", "appointedBy", "fromCard"]);

/** Whether to list the field below the sentence: the sentence lacks it, and it is not an internal id. */
function isListed(name: string, { subjectKind, after }: LogEntry): boolean {
  // Only payments and failures have a reference; other decisions about a payout record null.
  if (name === "reference" && valuesOf(after)[name] === null) return false;
  return !ONLY_FOR_PROGRAMS.has(name) && !(subjectKind === "INVITATION" && name === "email");
}

/** Returns the changed fields with old and new values. */
export function changesOf(entry: LogEntry): Change[] {
  const { before, after } = entry;
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changes = names
    .filter((name) => isListed(name, entry))
    .map((name) => {
      const special = specialChange(name, entry.action, now[name]);
      if (special) return special;
      const text = (value: unknown) => (isCount(name, entry) ? String(value) : textOf(name, value));
      return {
        label: labelOf(name),
        before: name in old && !(UNREADABLE.has(name) && name in now) ? text(old[name]) : undefined,
        after: name in now ? text(now[name]) : undefined,
      };
    });
  return [...approvedAmount(entry), ...changes];
}

/** Returns whether `total` is a number of rows, as for a list. For a bank file it is an amount. */
const isCount = (name: string, { subjectKind }: LogEntry) => name === "total" && subjectKind === "LIST";

/** Returns the approved amount, computed from the balance before and after. */
function approvedAmount({ action, before, after }: LogEntry): Change[] {
  const [old, now] = [valuesOf(before)["balance"], valuesOf(after)["balance"]];
  if (action !== "REDEMPTION_APPROVED" || typeof old !== "number" || typeof now !== "number") return [];
  // Newer entries record the amount itself.
  if ("value" in valuesOf(after)) return [];
  const amount = Math.round(old * 100 - now * 100) / 100;
  return [{ label: labelOf("value"), before: undefined, after: formatMoney(amount) }];
}
