// Translations of the card gateway's refusals, which it sends in English only.
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";

export type PaymentReason = components["schemas"]["PaymentReason"];
type RefundRefusal = components["schemas"]["RefundRefusal"];

const refusals: Record<RefundRefusal, () => string> = {
  CHARGE_TOO_OLD: m.helpdesk_refusal_too_old,
  CARD_REFUSES: m.helpdesk_refusal_card,
  NOT_REFUNDABLE: m.helpdesk_refusal_other,
};

/** Returns why the gateway refuses a refund. */
export function refusalText(refusal: RefundRefusal): string {
  return refusals[refusal]();
}

export const paymentReasons: Record<PaymentReason, () => string> = {
  DECLINED: m.helpdesk_reason_declined,
  CARD_EXPIRED: m.helpdesk_reason_card_expired,
  CARD_INVALID: m.helpdesk_reason_card_invalid,
  CODE_MISMATCH: m.helpdesk_reason_code,
  ADDRESS_MISMATCH: m.helpdesk_reason_address,
  CARD_TYPE: m.helpdesk_reason_card_type,
  SUSPICIOUS: m.helpdesk_reason_suspicious,
  NOT_PROCESSED: m.helpdesk_reason_not_processed,
};
