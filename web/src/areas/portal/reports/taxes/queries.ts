// Queries of the tax pages.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { readingReport } from "@/areas/portal/reports/ledgerPosition";
import type { ReportFilter } from "@/areas/portal/reports/useReportFilter";
import { LOG } from "@/features/log/queries";

type Schemas = components["schemas"];
export type TaxReport = Schemas["TaxReportReply"];
export type TaxSettings = Schemas["TaxSettings"];
export type TaxRegistration = TaxSettings["registrations"][number];
export type ProvinceTaxRate = TaxSettings["rates"][number];

/** Query paths to invalidate after a change of registrations or rates. */
export const CHANGED_TAXES = ["/Taxes", ...LOG] as const;

export function taxReportQuery({ range }: ReportFilter) {
  return {
    ...readingReport("/api/v1/Taxes/report", { query: { ...range } }),
    placeholderData: keepPreviousData,
  };
}

export type CommissionStatement = Schemas["CommissionStatement"];

/** Rows of a page of statements. */
const STATEMENTS_ON_PAGE = 12;

export function statementsQuery(tenantId: string, pageIndex: number) {
  const query = { tenantId, pageIndex, pageSize: STATEMENTS_ON_PAGE };
  return { ...reading("/api/v1/Taxes/statements", { query }), placeholderData: keepPreviousData };
}

export const taxSettingsQuery = reading("/api/v1/Taxes", {});
