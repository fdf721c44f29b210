// Queries of the ledger's pages.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { LOG } from "@/features/log/queries";
import { readingReport } from "@/areas/portal/reports/ledgerPosition";
import type { Rows } from "@/areas/portal/reports/queries";
import type { ReportFilter } from "@/areas/portal/reports/useReportFilter";
import { readTransferKind } from "./labels";

type Schemas = components["schemas"];
export type TrialBalance = Schemas["TrialBalance"];
export type JournalPart = Schemas["JournalPage"];
export type UnclaimedGifts = Schemas["UnclaimedGiftsReport"];
export type CashOuts = Schemas["CashOutsReport"];
export type BookMonth = Schemas["BookMonth"];
export type BookAccount = Schemas["BookAccount"];
/** Query paths to invalidate after mapping an account. */
export const CHANGED_ACCOUNTS = ["/Books/accounts", "/Books/bank-accounts", ...LOG] as const;

/** Query paths to invalidate after closing a month. */
export const CHANGED_MONTHS = ["/Books/months", "/Books/reopenings", "/Books/trial-balance", ...LOG] as const;

export function trialBalanceQuery({ range }: ReportFilter) {
  const query = { ...range };
  return { ...readingReport("/api/v1/Books/trial-balance", { query }), placeholderData: keepPreviousData };
}

export function journalQuery({ range, kind }: ReportFilter, rows: Rows) {
  const asked = readTransferKind(kind);
  const query = { ...range, ...rows, ...(asked && { kind: asked }) };
  return { ...readingReport("/api/v1/Books/journal", { query }), placeholderData: keepPreviousData };
}

export function unclaimedGiftsQuery({ range }: ReportFilter, rows: Rows) {
  const query = { day: range.endDate, ...rows };
  return { ...readingReport("/api/v1/Books/unclaimed-gifts", { query }), placeholderData: keepPreviousData };
}

export function cashOutsQuery({ range }: ReportFilter, rows: Rows) {
  const query = { ...range, ...rows };
  return { ...readingReport("/api/v1/Books/cash-outs", { query }), placeholderData: keepPreviousData };
}

export type MonthCheck = Schemas["MonthCheck"];
export type MonthReopening = Schemas["MonthReopening"];

export const checklistQuery = (month: string) =>
  reading("/api/v1/Books/months/{month}/checklist", { path: { month } });

export const reopeningsQuery = reading("/api/v1/Books/reopenings", {});

export const bookAccountsQuery = reading("/api/v1/Books/accounts", {});

export const bookMonthsQuery = reading("/api/v1/Books/months", {});
