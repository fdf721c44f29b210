// Queries of the payout pages.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { LOG } from "@/features/log/queries";
import type { ListState } from "@/shared/table/listState";

type Schemas = components["schemas"];
export type Payout = Schemas["Payout"];
export type PayoutStatement = Schemas["PayoutStatement"];
export type PayoutState = Payout["state"];

/** Query paths to invalidate after a change of a payout. */
export const CHANGED_PAYOUTS = [
  "/Payouts",
  "/Payouts/{id}",
  "/Payouts/exports",
  "/Payouts/runs",
  "/Payouts/hold-back",
  "/Payouts/pauses",
  "/Payouts/next",
  "/Helpdesk/open",
  ...LOG,
] as const;

interface PayoutsQuestion {
  pageIndex: number;
  pageSize: number;
  searchText: string;
  state?: PayoutState | undefined;
  tenantId?: string | undefined;
  /** Restricts the list to this bank file. */
  exportId?: string | undefined;
}

export function payoutsQuery({ state, tenantId, exportId, ...page }: PayoutsQuestion) {
  const query = {
    ...page,
    ...(state && { state }),
    ...(tenantId && { tenantId }),
    ...(exportId && { exportId }),
  };
  return { ...reading("/api/v1/Payouts", { query }), placeholderData: keepPreviousData };
}

/** Reads a page of the list of payouts, of all payees or of one vendor or charity. */
export function listedPayouts(state: ListState, tenantId?: string) {
  return payoutsQuery({
    pageIndex: state.page,
    pageSize: state.pageSize,
    searchText: state.searchText,
    // The server refuses an unknown state.
    state: state.filter("state") as PayoutState | undefined,
    tenantId,
    exportId: tenantId === undefined ? state.filter("exportId") : undefined,
  });
}

export function payoutQuery(id: string) {
  return reading("/api/v1/Payouts/{id}", { path: { id } });
}

export type HoldBackTerms = Schemas["HoldBackTerms"];

const TERMS_PAGE_SIZE = 10;

/** Query for the terms of the hold-back, latest start first. */
export function holdBackQuery(page: number) {
  const query = { pageIndex: page, pageSize: TERMS_PAGE_SIZE };
  return { ...reading("/api/v1/Payouts/hold-back", { query }), placeholderData: keepPreviousData };
}

export type BankFile = Schemas["PayoutExport"];
/** Approved payouts that a new bank file leaves out. */
export type OmittedPayout = Schemas["PayoutsLeftOut"];

/** Query for the newest bank files, including those to be released. */
export function bankFilesQuery() {
  return reading("/api/v1/Payouts/exports", { query: { pageIndex: 1, pageSize: 20 } });
}
