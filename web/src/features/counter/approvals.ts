// What the counter asks the server about redemptions that wait for a manager.
import { ApiError } from "@/api/error";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";

export type Approval = components["schemas"]["Approval"];

/** What every decision makes outdated. */
export const APPROVALS: readonly ReadPath[] = ["/Approvals"];

/** More than that never waits at once. */
const MOST = 100;

/** How often is asked while nobody tells. */
export const ASKED_EVERY_MS = 5_000;

export function approvalQuery(id: string) {
  return reading("/api/v1/Approvals/{id}", { path: { id } });
}

/** What waits at one shop, the oldest first. */
export function approvalsQuery(tenantId: string) {
  return reading("/api/v1/Approvals", { query: { tenantId, pageSize: MOST } });
}

const causes: Record<Approval["cause"], () => string> = {
  SINGLE: m.approval_cause_single,
  COUNT: m.approval_cause_count,
  AMOUNT: m.approval_cause_amount,
};

/** Why it waits, in a sentence. */
export function causeOf({ cause }: Approval): string {
  return causes[cause]();
}

/** "14:05": so long until it is over. */
export function asClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What has to be decided first, where that is why a call was not done. */
export function approvalOf(error: Error): string | undefined {
  const waits = error instanceof ApiError && error.errorCode === "APPROVAL_NEEDED";
  return waits ? error.approval?.id : undefined;
}

/** The first name of a clerk, for a button. */
export function firstNameOf(name: string | undefined): string {
  return name?.split(" ")[0] ?? "";
}
