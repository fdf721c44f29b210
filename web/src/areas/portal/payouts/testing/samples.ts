// Sample replies for the specs of payouts.
import type { PayoutPause } from "@/areas/portal/kit/payoutPauses";
import type { Payout } from "@/areas/portal/payouts/queries";

export const draft: Payout = {
  id: "pyo_1",
  tenantId: "ten_1",
  tenantName: "Maple Leaf Books",
  tenantKind: "VENDOR",
  firstDay: "2025-03-01",
  lastDay: "2025-03-31",
  state: "DRAFT",
  opening: 12.5,
  closing: 40,
  heldBack: 5,
  heldBackReason: "A dispute is open",
  reserve: 0,
  reservePercent: null,
  reserveUntil: null,
  amount: 25,
  bankAccount: null,
  draftedAt: "2025-04-01T17:00:00Z",
  draftedByName: "Adam Roy",
  approvedAt: null,
  approvedByName: null,
  exportId: null,
  endedAt: null,
  reference: null,
  failure: null,
  failureRequest: null,
  failureReference: null,
  isPaused: false,
};

/** Pause of the payouts to Maple Leaf Books. */
export const pause: PayoutPause = {
  id: "pps_1",
  tenantId: "ten_1",
  tenantName: "Maple Leaf Books",
  tenantKind: "VENDOR",
  reason: "The police asks about it",
  pausedAt: "2025-04-02T15:00:00Z",
  pausedByName: "Adam Roy",
  liftedAt: null,
  liftedByName: null,
  withBank: 0,
  refusal: null,
};
