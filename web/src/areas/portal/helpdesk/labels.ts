// Labels for the states of orders and payments.
import { m } from "@/i18n";
import type { ChipTone } from "@/ui/list/Chip";
import type { DeskOrder, GatewayDifference } from "./queries";

interface Standing {
  words: string;
  tone: ChipTone;
}

const orders: Record<DeskOrder["status"], [words: () => string, tone: ChipTone]> = {
  Open: [m.orders_open, "neutral"],
  Pending: [m.orders_pending, "warning"],
  Paid: [m.orders_paid, "success"],
  Cancelled: [m.orders_cancelled, "danger"],
  Reversed: [m.orders_reversed, "danger"],
};

export function orderStatus(status: DeskOrder["status"]): Standing {
  const [words, tone] = orders[status];
  return { words: words(), tone };
}

const attempts: Record<string, [words: () => string, tone: ChipTone]> = {
  SENDING: [m.helpdesk_state_sending, "neutral"],
  UNKNOWN: [m.helpdesk_state_unknown, "warning"],
  HELD: [m.helpdesk_state_held, "warning"],
  REVIEW: [m.helpdesk_state_review, "warning"],
  APPROVED: [m.helpdesk_state_approved, "success"],
  ISSUED: [m.helpdesk_state_issued, "success"],
  DECLINED: [m.helpdesk_state_declined, "danger"],
  NOT_CHARGED: [m.helpdesk_state_not_charged, "neutral"],
  VOID_PENDING: [m.helpdesk_state_void_pending, "warning"],
  VOIDED: [m.helpdesk_state_voided, "danger"],
  REVERSED: [m.helpdesk_state_reversed, "danger"],
};

/** Returns the label of a state; unknown states are shown unchanged. */
export function attemptStatus(state: string): Standing {
  const [words, tone] = attempts[state] ?? [() => state, "neutral" as const];
  return { words: words(), tone };
}

/** Whether the gateway ended the payment without a charge: then its own message is shown. */
export function isFailed(state: string): boolean {
  return state === "DECLINED" || state === "NOT_CHARGED";
}

const refunds: Record<string, [words: () => string, tone: ChipTone]> = {
  PENDING: [m.helpdesk_refund_pending, "warning"],
  MADE: [m.helpdesk_refund_made, "success"],
  COVERED: [m.helpdesk_refund_covered, "danger"],
  REFUSED: [m.helpdesk_refund_refused, "danger"],
  PAID_BY_BANK: [m.helpdesk_refund_by_bank, "success"],
};

export function refundStatus(state: string): Standing {
  const [words, tone] = refunds[state] ?? [() => state, "neutral" as const];
  return { words: words(), tone };
}

const noCards: Record<string, () => string> = {
  DECLINED: m.helpdesk_no_cards_declined,
  VOID_PENDING: m.helpdesk_no_cards_voided,
  VOIDED: m.helpdesk_no_cards_voided,
  REVERSED: m.helpdesk_no_cards_reversed,
};

/** Returns why an order has no cards, by the state of its latest payment attempt. */
export function noCardsText(state: string | undefined): string {
  return (noCards[state ?? ""] ?? m.helpdesk_no_cards_yet)();
}

const reversals: Record<string, () => string> = {
  VOIDED: m.helpdesk_reversal_voided,
  REFUNDED: m.helpdesk_reversal_refunded,
  DISPUTED: m.helpdesk_reversal_disputed,
  DECLINED: m.helpdesk_reversal_declined,
};

/** Returns how a charge was reversed. */
export function reversalText(cause: string): string {
  return reversals[cause]?.() ?? cause;
}

const differences: Record<string, () => string> = {
  MISSING_HERE: m.helpdesk_difference_missing_here,
  MISSING_THERE: m.helpdesk_difference_missing_there,
  OTHER_AMOUNT: m.helpdesk_difference_other_amount,
  OTHER_STATE: m.helpdesk_difference_other_state,
};

/** Returns how the gateway and our payments differ. */
export function differenceText(kind: string): string {
  return differences[kind]?.() ?? kind;
}

const gatewayStates: Record<string, () => string> = {
  authorizedPendingCapture: m.helpdesk_gateway_authorized_pending_capture,
  capturedPendingSettlement: m.helpdesk_gateway_captured_pending_settlement,
  settledSuccessfully: m.helpdesk_gateway_settled_successfully,
  refundPendingSettlement: m.helpdesk_gateway_refund_pending_settlement,
  refundSettledSuccessfully: m.helpdesk_gateway_refund_settled_successfully,
  voided: m.helpdesk_gateway_voided,
  declined: m.helpdesk_gateway_declined,
  expired: m.helpdesk_gateway_expired,
  failedReview: m.helpdesk_gateway_failed_review,
  underReview: m.helpdesk_gateway_under_review,
  couldNotVoid: m.helpdesk_gateway_could_not_void,
  generalError: m.helpdesk_gateway_general_error,
  settlementError: m.helpdesk_gateway_settlement_error,
  returnedItem: m.helpdesk_gateway_returned_item,
  chargeback: m.helpdesk_gateway_chargeback,
  chargebackReversal: m.helpdesk_gateway_chargeback_reversal,
  FDSPendingReview: m.helpdesk_gateway_under_review,
  FDSAuthorizedPendingReview: m.helpdesk_gateway_under_review,
};

/** Returns the label of a gateway state. The page quotes the gateway's own word beside it. */
export function gatewayStateText(status: string): string {
  return (gatewayStates[status] ?? m.helpdesk_gateway_other)();
}

/** Returns what an administrator should do about a difference. */
export function differenceAdvice({ kind, ourState, theirStatus }: GatewayDifference): string {
  switch (kind) {
    case "MISSING_HERE":
      return theirStatus?.startsWith("refund")
        ? m.helpdesk_advice_unknown_refund()
        : m.helpdesk_advice_unknown_charge();
    case "MISSING_THERE":
      return m.helpdesk_advice_missing_there();
    case "OTHER_AMOUNT":
      return m.helpdesk_advice_other_amount();
    default:
      return (statesAdvice[ourState ?? ""] ?? m.helpdesk_advice_give_back)();
  }
}

const statesAdvice: Record<string, () => string> = {
  APPROVED: m.helpdesk_advice_check_charge,
  REVIEW: m.helpdesk_advice_check_charge,
  ISSUED: m.helpdesk_advice_check_charge,
  REFUND: m.helpdesk_advice_refund_again,
  REVERSED: m.helpdesk_advice_won,
};

const jobs: Record<string, () => string> = {
  mail: m.helpdesk_job_mail,
  "receipt mail": m.helpdesk_job_receipt_mail,
  "card mail": m.helpdesk_job_card_mail,
  "gift mail": m.helpdesk_job_gift_mail,
  "gift cancelled mail": m.helpdesk_job_gift_cancelled_mail,
  "gift opened mail": m.helpdesk_job_gift_opened_mail,
  "gift moved mail": m.helpdesk_job_gift_moved_mail,
  "gift readdressed mail": m.helpdesk_job_gift_readdressed_mail,
  "gift thanks mail": m.helpdesk_job_gift_thanks_mail,
  "gift sent mail": m.helpdesk_job_gift_sent_mail,
  "gift reminder mail": m.helpdesk_job_gift_reminder_mail,
  "gift on its day": m.helpdesk_job_gift_on_its_day,
  "redeemed mail": m.helpdesk_job_redeemed_mail,
  "finish payment": m.helpdesk_job_finish_payment,
  "recheck payment": m.helpdesk_job_recheck_payment,
  "look into charge": m.helpdesk_job_look_into_charge,
  "finish refund": m.helpdesk_job_finish_refund,
  "discard-picture": m.helpdesk_job_discard_picture,
  "card status mail": m.helpdesk_job_card_status_mail,
  "card replaced mail": m.helpdesk_job_card_replaced_mail,
  "shop closing": m.helpdesk_job_shop_closing,
  "burst check": m.helpdesk_job_burst_check,
};

const failures: Record<string, () => string> = {
  GATEWAY_REFUSED: m.helpdesk_dead_why_gateway_refused,
  GATEWAY_UNCLEAR: m.helpdesk_dead_why_gateway_unclear,
  MAIL_DELAYED: m.helpdesk_dead_why_mail_delayed,
  MAIL_REFUSED: m.helpdesk_dead_why_mail_refused,
  LEDGER_STOPPED: m.helpdesk_dead_why_stopped,
};

/** Returns why a task was given up. */
export function failureText(reason: string | null): string {
  return (failures[reason ?? ""] ?? m.helpdesk_dead_why_program)();
}

/** Returns the label of a background job; unknown kinds are shown unchanged. */
export function jobText(kind: string): string {
  return jobs[kind]?.() ?? kind;
}
