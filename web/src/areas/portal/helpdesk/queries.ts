// Queries of support pages.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Wanted } from "@/shared/page/loading";
import type { OpenCaseKind } from "@/adminPaths";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema";
import { CARDS } from "@/features/counter/card/cards";
import { LOG } from "@/features/log/queries";

type Schemas = components["schemas"];

export type DeskCard = Schemas["DeskCard"];
export type DeskOrder = Schemas["DeskOrder"];
export type DeskPerson = Schemas["DeskPerson"];
export type OrderDossier = Schemas["OrderDossier"];
export type PersonDossier = Schemas["PersonDossier"];
export type GiftAddressChange = Schemas["GiftAddressChange"];
export type PaymentAttempt = Schemas["PaymentAttempt"];
export type OrderRefund = Schemas["OrderRefund"];
export type DeadLetter = Schemas["DeadLetter"];
export type OrderReview = Schemas["OrderReview"];
export type ChargeReversal = Schemas["ChargeReversal"];
export type GatewayDifference = Schemas["GatewayDifference"];
export type RefundRequest = Schemas["RefundRequest"];
export type BuyingLimit = Schemas["BuyingLimit"];
export type Burst = Schemas["Burst"];
export type RefusedRefund = Schemas["RefusedRefund"];
export type WaitingClosing = Schemas["WaitingClosing"];

const HELPDESK: readonly ReadPath[] = [
  "/Helpdesk/search",
  "/Helpdesk/orders/{id}",
  "/Helpdesk/people/{id}",
  "/Helpdesk/dead-letters",
  "/Helpdesk/reviews",
  "/Helpdesk/reversals",
  "/Helpdesk/differences",
  "/Helpdesk/bursts",
  "/Helpdesk/open",
  "/Helpdesk/figures",
  "/Helpdesk/gifts",
  "/Helpdesk/payments",
  "/Helpdesk/refunds",
  "/Helpdesk/refund-requests",
  "/Helpdesk/refused-refunds",
  "/Helpdesk/shop-closings",
  "/Helpdesk/buying-limits",
  "/Helpdesk/people/{id}/buying-limits",
];

/**
 * Query paths to invalidate after a change of an order: its page with history, the lists, and its
 * cards.
 */
export const CHANGED_WITH_AN_ORDER = [...HELPDESK, ...CARDS, ...LOG];

const DEAD_PAGE_SIZE = 10;
const OPEN_PAGE_SIZE = 10;

/** Polling interval of a pending order. */
const WHILE_PENDING_MS = 10_000;

export function deskSearchQuery(searchText: string) {
  return {
    ...reading("/api/v1/Helpdesk/search", { query: { searchText } }),
    placeholderData: keepPreviousData,
  };
}

export function dossierQuery(id: string) {
  return queryOptions({
    ...reading("/api/v1/Helpdesk/orders/{id}", { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === "Pending" ? WHILE_PENDING_MS : false),
  });
}

export function personDossierQuery(id: string) {
  return reading("/api/v1/Helpdesk/people/{id}", { path: { id } });
}

export function deadLettersQuery(page: number) {
  const query = { pageIndex: page, pageSize: DEAD_PAGE_SIZE };
  return { ...reading("/api/v1/Helpdesk/dead-letters", { query }), placeholderData: keepPreviousData };
}

export function reviewsQuery(page: number) {
  const query = { pageIndex: page, pageSize: OPEN_PAGE_SIZE };
  return { ...reading("/api/v1/Helpdesk/reviews", { query }), placeholderData: keepPreviousData };
}

export function reversalsQuery(page: number) {
  const query = { pageIndex: page, pageSize: OPEN_PAGE_SIZE, isOpen: true };
  return { ...reading("/api/v1/Helpdesk/reversals", { query }), placeholderData: keepPreviousData };
}

export function burstsQuery(page: number) {
  const query = { pageIndex: page, pageSize: OPEN_PAGE_SIZE, isOpen: true };
  return { ...reading("/api/v1/Helpdesk/bursts", { query }), placeholderData: keepPreviousData };
}

export function differencesQuery(page: number) {
  const query = { pageIndex: page, pageSize: OPEN_PAGE_SIZE, isOpen: true };
  return { ...reading("/api/v1/Helpdesk/differences", { query }), placeholderData: keepPreviousData };
}

export function refundRequestsQuery(page: number) {
  const query = { pageIndex: page, pageSize: OPEN_PAGE_SIZE };
  return { ...reading("/api/v1/Helpdesk/refund-requests", { query }), placeholderData: keepPreviousData };
}

export function refusedRefundsQuery(page: number) {
  const query = { pageIndex: page, pageSize: OPEN_PAGE_SIZE };
  return { ...reading("/api/v1/Helpdesk/refused-refunds", { query }), placeholderData: keepPreviousData };
}

export function shopClosingsQuery(page: number) {
  const query = { pageIndex: page, pageSize: OPEN_PAGE_SIZE };
  return { ...reading("/api/v1/Helpdesk/shop-closings", { query }), placeholderData: keepPreviousData };
}

export function buyingLimitsQuery(page: number) {
  const query = { pageIndex: page, pageSize: OPEN_PAGE_SIZE };
  return { ...reading("/api/v1/Helpdesk/buying-limits", { query }), placeholderData: keepPreviousData };
}

export function limitsOfQuery(id: string) {
  return reading("/api/v1/Helpdesk/people/{id}/buying-limits", { path: { id } });
}

/** First pages of the open cases, by kind. */
const cases: Record<OpenCaseKind, () => Wanted[]> = {
  reviews: () => [reviewsQuery(1)],
  reversals: () => [reversalsQuery(1)],
  differences: () => [differencesQuery(1)],
  bursts: () => [burstsQuery(1)],
  refunds: () => [refundRequestsQuery(1)],
  limits: () => [buyingLimitsQuery(1)],
  closings: () => [shopClosingsQuery(1)],
  refused: () => [refusedRefundsQuery(1)],
  "dead-letters": () => [deadLettersQuery(1)],
};

/** Returns the queries of the page of one kind of open cases; an unknown kind shows the reviews. */
export function casesQueries(kind: string): Wanted[] {
  return cases[Object.hasOwn(cases, kind) ? (kind as OpenCaseKind) : "reviews"]();
}

/** Returns the queries of all open cases. */
export function allCasesQueries(): Wanted[] {
  return Object.values(cases).flatMap((queries) => queries());
}
