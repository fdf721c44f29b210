// What the helpdesk asks the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import type { components } from "@/api/schema";
import { CARDS } from "@/features/counter/cards";
import { LOG } from "@/features/log/queries";

type Schemas = components["schemas"];

export type DeskCard = Schemas["DeskCard"];
export type DeskOrder = Schemas["DeskOrder"];
export type DeskPerson = Schemas["DeskPerson"];
export type OrderDossier = Schemas["OrderDossier"];
export type GiftAddressChange = Schemas["GiftAddressChange"];
export type PaymentAttempt = Schemas["PaymentAttempt"];
export type DeadLetter = Schemas["DeadLetter"];
export type OrderReview = Schemas["OrderReview"];
export type ChargeReversal = Schemas["ChargeReversal"];

export const HELPDESK = ["helpdesk"] as const;

/** What may say something else once an order has changed: its page with its history, the lists, and its cards. */
export const CHANGED_WITH_AN_ORDER = [HELPDESK, CARDS, LOG];

const DEAD_PAGE_SIZE = 10;
const OPEN_PAGE_SIZE = 10;

/** While others decide about a payment, or the gateway is still being asked. */
const WHILE_PENDING_MS = 10_000;

export function deskSearchQuery(searchText: string) {
  return queryOptions({
    queryKey: [...HELPDESK, "search", searchText],
    queryFn: ({ signal }) => call("get", "/api/v1/Helpdesk/search", { query: { searchText }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function dossierQuery(id: string) {
  return queryOptions({
    queryKey: [...HELPDESK, "order", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Helpdesk/orders/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === "Pending" ? WHILE_PENDING_MS : false),
  });
}

export function deadLettersQuery(page: number) {
  return queryOptions({
    queryKey: [...HELPDESK, "dead", page],
    queryFn: ({ signal }) =>
      call("get", "/api/v1/Helpdesk/dead-letters", {
        query: { pageIndex: page, pageSize: DEAD_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function reviewsQuery(page: number) {
  return queryOptions({
    queryKey: [...HELPDESK, "reviews", page],
    queryFn: ({ signal }) =>
      call("get", "/api/v1/Helpdesk/reviews", {
        query: { pageIndex: page, pageSize: OPEN_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function reversalsQuery(page: number) {
  return queryOptions({
    queryKey: [...HELPDESK, "reversals", page],
    queryFn: ({ signal }) =>
      call("get", "/api/v1/Helpdesk/reversals", {
        query: { pageIndex: page, pageSize: OPEN_PAGE_SIZE, isOpen: true },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
