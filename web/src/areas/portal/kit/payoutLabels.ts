// Labels of payouts.
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import type { ChipTone } from "@/ui/list/Chip";

type Payout = components["schemas"]["Payout"];
type PayoutState = Payout["state"];

const standings: Record<PayoutState, { words: () => string; tone: ChipTone }> = {
  DRAFT: { words: m.payouts_draft, tone: "warning" },
  APPROVED: { words: m.payouts_approved, tone: "brand" },
  EXPORTED: { words: m.payouts_exported, tone: "brand" },
  PAID: { words: m.payouts_paid, tone: "success" },
  FAILED: { words: m.payouts_failed, tone: "danger" },
  DISCARDED: { words: m.payouts_discarded, tone: "neutral" },
};

export const payoutStates = Object.keys(standings) as PayoutState[];

export function payoutStatus(state: PayoutState) {
  const { words, tone } = standings[state];
  return { words: words(), tone };
}

export function periodOf({ firstDay, lastDay }: Pick<Payout, "firstDay" | "lastDay">): string {
  return m.payouts_from_to({ from: formatCalendarDate(firstDay), to: formatCalendarDate(lastDay) });
}

const ofVendors: Partial<Record<string, () => string>> = {
  SALE: m.payouts_line_sale,
  REDEMPTION: m.payouts_line_redemption,
  CASH_OUT: m.payouts_line_cash_out,
  CHARGE_REVERSAL: m.payouts_line_charge_reversal,
  REFUND: m.payouts_line_refund,
  PAYOUT: m.payouts_line_payout,
};

/**
 * Returns the label of a statement line, by tenant kind: only charities earn from a sale itself.
 */
export function lineText(kind: string, tenantKind: Payout["tenantKind"]): string {
  if (kind === "SALE" && tenantKind === "CHARITY") return m.payouts_line_donation();
  return (ofVendors[kind] ?? m.payouts_line_other)();
}
