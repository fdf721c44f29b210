// What the counter asks the server about cards.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema.d";
import type { Card } from "@/features/card/types";

export type CardItem = components["schemas"]["CardItem"];
export type CardMovement = components["schemas"]["CardMovement"];

/** What every movement on a card makes outdated. */
export const CARDS = ["cards"] as const;

const HISTORY_PAGE_SIZE = 5;

export type CardListQuery = QueryOf<"/api/v1/Cards">;

export function cardListQuery(query: CardListQuery) {
  return queryOptions({
    queryKey: [...CARDS, "list", query],
    queryFn: ({ signal }) => call("get", "/api/v1/Cards", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function cardQuery(id: string) {
  return queryOptions({
    queryKey: [...CARDS, "one", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Cards/{id}", { path: { id }, signal }),
    // What a scan has just brought is shown without asking again.
    staleTime: 5_000,
  });
}

export function cardHistoryQuery(id: string, page: number) {
  return queryOptions({
    queryKey: [...CARDS, "history", id, page],
    queryFn: ({ signal }) =>
      call("get", "/api/v1/Cards/{id}/transactions", {
        path: { id },
        query: { pageIndex: page, pageSize: HISTORY_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Who holds a card, as far as it is known. */
export function holderName({ firstName, lastName }: Pick<Card, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}
