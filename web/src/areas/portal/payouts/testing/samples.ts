// Sample replies for the specs of payouts.
import type { PayoutPause } from "@/areas/portal/kit/payoutPauses";
import type { Payout } from "@/areas/portal/payouts/queries";
import type { PayoutOfRun, PayoutRun } from "@/areas/portal/payouts/runs/queries";

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
  isAccountChanged: false,
  runId: "pyr_1",
};

/** Run with the payout to Maple Leaf Books as a draft. */
export const run: PayoutRun = {
  id: "pyr_1",
  lastDay: "2025-03-31",
  minimum: 1,
  draftedAt: "2025-04-01T17:00:00Z",
  draftedByName: "Adam Roy",
  all: { count: 1, amount: 25 },
  drafted: { count: 1, amount: 25 },
  approved: { count: 0, amount: 0 },
  exported: { count: 0, amount: 0 },
  paid: { count: 0, amount: 0 },
  failed: { count: 0, amount: 0 },
  excluded: { count: 0, amount: 0 },
  failuresReported: 0,
  carriedForward: { count: 1, amount: -7.5 },
  belowMinimum: { count: 0, amount: 0 },
  reserved: { count: 0, amount: 0 },
  paused: { count: 0, amount: 0 },
  draftedBefore: { count: 0, amount: 0 },
  refusal: null,
};

/** The payout to Maple Leaf Books as a row of its run. */
export const draftOfRun: PayoutOfRun = {
  ...draft,
  refusal: null,
  destination: { bankAccount: "…321", changedAt: "2025-03-31T15:00:00Z" },
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
