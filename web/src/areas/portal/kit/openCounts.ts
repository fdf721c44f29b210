// Counts of open work for administrators, read by one call for sidebar and dashboard.
import { queryOptions } from "@tanstack/react-query";
import type { OpenCaseKind } from "@/adminPaths";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";

export type OpenCounts = components["schemas"]["OpenCounts"];

const ASKED_EVERY_MS = 60_000;

export const openCountsQuery = queryOptions({
  ...reading("/api/v1/Helpdesk/open"),
  refetchInterval: ASKED_EVERY_MS,
});

/** Number of open cases of each kind that the support desk lists. */
export const caseCounts: Record<OpenCaseKind, (open: OpenCounts) => number> = {
  reviews: ({ reviews, heldPayments }) => reviews + heldPayments,
  reversals: ({ reversals }) => reversals,
  differences: ({ differences }) => differences,
  bursts: ({ bursts }) => bursts,
  refunds: ({ refundRequests }) => refundRequests,
  limits: ({ buyingLimits }) => buyingLimits,
  closings: ({ shopClosings }) => shopClosings,
  refused: ({ refusedRefunds }) => refusedRefunds,
  "dead-letters": ({ deadLetters }) => deadLetters,
};
