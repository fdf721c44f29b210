// Queries for redemptions that await a manager's approval.
import { ApiError } from "@/api/error";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";

export type Approval = components["schemas"]["Approval"];

/** Query paths to invalidate after each decision. */
export const APPROVALS: readonly ReadPath[] = ["/Approvals"];

/** Maximum number of requests to fetch. */
const MAX = 100;

/** Poll interval while the live channel is closed. */
export const ASKED_EVERY_MS = 5_000;

export function approvalQuery(id: string) {
  return reading("/api/v1/Approvals/{id}", { path: { id } });
}

/** Reads the open requests of a shop, oldest first. */
export function approvalsQuery(tenantId: string) {
  return reading("/api/v1/Approvals", { query: { tenantId, pageSize: MAX } });
}

const causes: Record<Approval["cause"], () => string> = {
  SINGLE: m.approval_cause_single,
  COUNT: m.approval_cause_count,
  AMOUNT: m.approval_cause_amount,
};

/** Returns a sentence with the reason why approval is needed. */
export function causeOf({ cause }: Approval): string {
  return causes[cause]();
}

/** Formats a countdown, such as "14:05". */
export function asClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the id of the approval that a refused call needs first, if any. */
export function approvalOf(error: Error): string | undefined {
  const waits = error instanceof ApiError && error.errorCode === "APPROVAL_NEEDED";
  return waits ? error.approval?.id : undefined;
}

/** Returns a clerk's first name, for a button. */
export function firstNameOf(name: string | undefined): string {
  return name?.split(" ")[0] ?? "";
}
