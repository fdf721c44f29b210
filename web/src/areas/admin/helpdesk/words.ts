// The words for where an order stands, and where a payment does.
import { m } from "@/i18n";
import type { ChipTone } from "@/ui/Chip";
import type { DeskOrder } from "./queries";

interface Standing {
  words: string;
  tone: ChipTone;
}

const orders: Record<DeskOrder["status"], [words: () => string, tone: ChipTone]> = {
  Open: [m.orders_open, "neutral"],
  Pending: [m.orders_pending, "warning"],
  Paid: [m.orders_paid, "success"],
  Cancelled: [m.orders_cancelled, "danger"],
};

export function orderStanding(status: DeskOrder["status"]): Standing {
  const [words, tone] = orders[status];
  return { words: words(), tone };
}

const attempts: Record<string, [words: () => string, tone: ChipTone]> = {
  SENDING: [m.helpdesk_state_sending, "neutral"],
  UNKNOWN: [m.helpdesk_state_unknown, "warning"],
  HELD: [m.helpdesk_state_held, "warning"],
  APPROVED: [m.helpdesk_state_approved, "success"],
  ISSUED: [m.helpdesk_state_issued, "success"],
  DECLINED: [m.helpdesk_state_declined, "danger"],
  NOT_CHARGED: [m.helpdesk_state_not_charged, "neutral"],
  VOID_PENDING: [m.helpdesk_state_void_pending, "warning"],
  VOIDED: [m.helpdesk_state_voided, "danger"],
};

/** A state that this page doesn't know yet is shown as the server names it. */
export function attemptStanding(state: string): Standing {
  const [words, tone] = attempts[state] ?? [() => state, "neutral" as const];
  return { words: words(), tone };
}
