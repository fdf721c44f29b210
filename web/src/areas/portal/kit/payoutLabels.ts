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
