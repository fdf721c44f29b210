// Queries about one vendor or charity, which several screens have.
import { reading } from "@/api/reading";

/** Query for a vendor's test card and its last redemption. */
export function testCardQuery(vendorId: string) {
  return reading("/api/v1/Vendors/{id}/test-card", { path: { id: vendorId } });
}

/** Query for the next payout of a vendor or charity. */
export function nextPayoutQuery(tenantId: string) {
  return reading("/api/v1/Payouts/next", { query: { tenantId } });
}
