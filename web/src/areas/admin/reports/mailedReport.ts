// Reports that come by mail.
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";

export type ReportSubscription = components["schemas"]["ReportSubscription"];

/** Which report a page shows, and whose where it is of one. */
export interface MailedReport {
  report: ReportSubscription["report"];
  tenantId?: string;
}

export const MAILED_REPORTS: readonly ReadPath[] = ["/Report/subscriptions"];

export const mailedReportsQuery = reading("/api/v1/Report/subscriptions");
