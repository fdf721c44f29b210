// Reports by email.
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";

export type ReportSubscription = components["schemas"]["ReportSubscription"];

/** Report of a page, with its tenant if it is about one. */
export interface MailedReport {
  report: ReportSubscription["report"];
  tenantId?: string;
}

export const MAILED_REPORTS: readonly ReadPath[] = ["/Report/subscriptions"];

export const mailedReportsQuery = reading("/api/v1/Report/subscriptions");
