// Queries about closing a shop whose cards have balances.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type ShopClosing = Schemas["ShopClosing"];
export type ClosingOrders = Schemas["LeftByClosing"];

const WHILE_RUNNING_MS = 3_000;
const UNSETTLED_PAGE_SIZE = 10;

/**
 * Query for a shop's card balances and its newest closing. Polls while cards are being refunded.
 */
export function shopClosingQuery(id: string) {
  return queryOptions({
    ...reading("/api/v1/Vendors/{id}/closing", { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.closing?.state === "RUNS" ? WHILE_RUNNING_MS : false),
  });
}

/** Query for the orders that a closing did not refund. */
export function unsettledOrdersQuery(id: string, closingId: string, page: number) {
  const query = { pageIndex: page, pageSize: UNSETTLED_PAGE_SIZE };
  return {
    ...reading("/api/v1/Vendors/{id}/closing/{closingId}/left", { path: { id, closingId }, query }),
    placeholderData: keepPreviousData,
  };
}
