// What the pages of payouts ask the server.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { LOG } from "@/features/log/queries";

type Schemas = components["schemas"];
export type Payout = Schemas["Payout"];
export type PayoutStatement = Schemas["PayoutStatement"];
export type PayoutState = Payout["state"];

/** What says something else once a payout has changed. */
export const CHANGED_PAYOUTS = [
  "/Payouts",
  "/Payouts/{id}",
  "/Payouts/exports",
  "/Payouts/hold-back",
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
  /** Only those in this bank file. */
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

export function payoutQuery(id: string) {
  return reading("/api/v1/Payouts/{id}", { path: { id } });
}

export type HoldBackTerms = Schemas["HoldBackTerms"];

const TERMS_PAGE_SIZE = 10;

/** The terms of the hold-back, those that begin last first. */
export function holdBackQuery(page: number) {
  const query = { pageIndex: page, pageSize: TERMS_PAGE_SIZE };
  return { ...reading("/api/v1/Payouts/hold-back", { query }), placeholderData: keepPreviousData };
}

export type BankFile = Schemas["PayoutExport"];
/** Approved payouts that are not in a new bank file. */
export type LeftOut = Schemas["PayoutsLeftOut"];

/** The newest bank files, among them those to be released. */
export function bankFilesQuery() {
  return reading("/api/v1/Payouts/exports", { query: { pageIndex: 1, pageSize: 20 } });
}
