// Queries of payout runs.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import type { ListState } from "@/shared/table/listState";
import type { PayoutState } from "@/areas/portal/payouts/queries";

type Schemas = components["schemas"];
export type PayoutRun = Schemas["PayoutRun"];
export type PayoutOfRun = Schemas["PayoutOfRun"];
export type PayeeLeftOut = Schemas["PayeeLeftOut"];
export type LeftOutReason = PayeeLeftOut["reason"];
export type PayoutsDecided = Schemas["PayoutsDecided"];

/** Query for a page of the runs, newest first. */
export function runsQuery({ page, pageSize }: Pick<ListState, "page" | "pageSize">) {
  const query = { pageIndex: page, pageSize };
  return { ...reading("/api/v1/Payouts/runs", { query }), placeholderData: keepPreviousData };
}

export function runQuery(id: string) {
  return reading("/api/v1/Payouts/runs/{id}", { path: { id } });
}

interface PayoutsOfRun {
  pageIndex: number;
  pageSize: number;
  searchText?: string;
  state?: PayoutState | undefined;
}

function payoutsOfRunQuery(id: string, { state, ...page }: PayoutsOfRun) {
  const query = { ...page, ...(state && { state }) };
  return reading("/api/v1/Payouts/runs/{id}/payouts", { path: { id }, query });
}

/** Query for a page of a run's payouts, by payee. */
export function listedOfRun(id: string, list: ListState) {
  const { page, pageSize, searchText } = list;
  // The server refuses an unknown state.
  const state = list.filter("state") as PayoutState | undefined;
  const query = payoutsOfRunQuery(id, { pageIndex: page, pageSize, searchText, state });
  return { ...query, placeholderData: keepPreviousData };
}

/** Rows per call when all drafts of a run are read. */
export const DRAFTS_PAGE_SIZE = 1000;

export function draftsOfRunQuery(id: string, page: number) {
  return payoutsOfRunQuery(id, { pageIndex: page, pageSize: DRAFTS_PAGE_SIZE, state: "DRAFT" });
}

const LEFT_OUT_PAGE_SIZE = 10;

export function leftOutQuery(id: string, page: number) {
  const query = { pageIndex: page, pageSize: LEFT_OUT_PAGE_SIZE };
  return {
    ...reading("/api/v1/Payouts/runs/{id}/left-out", { path: { id }, query }),
    placeholderData: keepPreviousData,
  };
}

/** Query for the bank files with payouts of a run. */
export function filesOfRunQuery(id: string) {
  return reading("/api/v1/Payouts/exports", { query: { runId: id, pageIndex: 1, pageSize: 20 } });
}
