// Queries of the report pages.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { readMovementKind } from "./eventKinds";
import { readingReport } from "./ledgerPosition";
import { periodBefore, presetsOf, type ReportFilter } from "./useReportFilter";

type Schemas = components["schemas"];
export type VendorReport = Schemas["VendorReport"];
export type CharityReport = Schemas["CharityReport"];
export type VendorsReport = Schemas["VendorsReport"];
export type CharitiesReport = Schemas["CharitiesReport"];
export type OutstandingReport = Schemas["OutstandingReport"];
export type Ages = Schemas["Ages"];

/** Page of rows to read. */
export interface Rows {
  pageIndex: number;
  pageSize: number;
}

const ROWS_ON_SCREEN = 25;

/** Rows of a report's page on the screen. */
export const rowsOn = (page: number): Rows => ({ pageIndex: page, pageSize: ROWS_ON_SCREEN });

/** Rows of a report that is read for its sums alone. */
export const SUMS: Rows = { pageIndex: 1, pageSize: 1 };

function reportParameters({ range, cardType, campaignId }: ReportFilter, rows: Rows) {
  return { ...range, ...rows, ...(cardType !== 0 && { cardType }), ...(campaignId && { campaignId }) };
}

export function vendorReportQuery(tenantId: string, filter: ReportFilter, rows: Rows) {
  const kind = readMovementKind(filter.kind);
  const query = { tenantId, ...reportParameters(filter, rows), ...(kind && { kind }) };
  return { ...readingReport("/api/v1/Report/vendor", { query }), placeholderData: keepPreviousData };
}

export function charityReportQuery(tenantId: string, filter: ReportFilter, rows: Rows) {
  const query = { tenantId, ...reportParameters(filter, rows) };
  return { ...readingReport("/api/v1/Report/charity", { query }), placeholderData: keepPreviousData };
}

export function vendorsReportQuery(filter: ReportFilter, rows: Rows) {
  const query = reportParameters(filter, rows);
  return { ...readingReport("/api/v1/Report/vendors", { query }), placeholderData: keepPreviousData };
}

/**
 * Query for each vendor's outstanding balances at the end of a day, by age. It covers all cards
 * sold until then.
 */
export function liabilityQuery({ range, cardType }: ReportFilter, rows: Rows) {
  const query = { day: range.endDate, ...rows, ...(cardType !== 0 && { cardType }) };
  return { ...readingReport("/api/v1/Books/outstanding", { query }), placeholderData: keepPreviousData };
}

/** Card type with a charity. */
export const WITH_CAUSE = 1;

export function charitiesReportQuery(filter: ReportFilter, rows: Rows) {
  const query = reportParameters(filter, rows);
  return { ...readingReport("/api/v1/Report/charities", { query }), placeholderData: keepPreviousData };
}

/** Maximum number of campaigns to choose from. */
const MAX_CAMPAIGNS = 1000;

export function campaignChoicesQuery(charityId: string | undefined) {
  const query = {
    ...(charityId !== undefined && { charityId }),
    pageSize: MAX_CAMPAIGNS,
    orderBy: "name" as const,
    direction: "Asc" as const,
  };
  return reading("/api/v1/Charities/campaigns", { query });
}

/** Returns what a report's page reads at once: its rows, and the sums of the period to compare with. */
export function reportStarts<Query>(
  filter: ReportFilter,
  queryOf: (filter: ReportFilter, rows: Rows) => Query,
  kind: "period" | "asOf" = "period",
): Query[] {
  const shown = queryOf(filter, rowsOn(filter.page));
  if (!filter.isCompared) return [shown];
  const range = kind === "asOf" ? presetsOf(filter.range.endDate).endOfLastMonth : periodBefore(filter.range);
  return [shown, queryOf({ ...filter, range }, SUMS)];
}
