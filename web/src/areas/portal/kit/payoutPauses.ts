// Pauses of the payouts to a vendor or charity.
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { adminPaths } from "@/adminPaths";
import { LOG } from "@/features/log/queries";

export type PayoutPause = components["schemas"]["PayoutPause"];

/** Query paths to invalidate after a pause or its end. */
export const CHANGED_BY_PAUSES: readonly ReadPath[] = [
  "/Payouts",
  "/Payouts/{id}",
  "/Payouts/exports",
  "/Payouts/next",
  "/Payouts/pauses",
  ...LOG,
];

/** Query for the pause in force of a vendor's or charity's payouts, if there is one. */
export function openPauseQuery(tenantId: string) {
  return reading("/api/v1/Payouts/pauses", {
    query: { tenantId, isOpen: true, pageIndex: 1, pageSize: 1 },
  });
}

/** Query for the newest pauses in force of all payees. */
export function openPausesQuery() {
  return reading("/api/v1/Payouts/pauses", { query: { isOpen: true, pageIndex: 1, pageSize: 10 } });
}

/** Returns the administrators' page about a payee, which has the pause. */
export function placeOfPayee({ tenantId, tenantKind }: Pick<PayoutPause, "tenantId" | "tenantKind">): string {
  return tenantKind === "CHARITY" ? adminPaths.charity(tenantId) : adminPaths.vendor(tenantId);
}
