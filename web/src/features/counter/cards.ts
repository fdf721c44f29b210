// What the counter asks the server about cards.
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/api/client";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";
import type { Card } from "@/features/card/types";

export type CardItem = components["schemas"]["CardItem"];
export type CardMovement = components["schemas"]["CardMovement"];
export type CounterDay = components["schemas"]["CounterDay"];

/** What every movement on a card makes outdated. */
export const CARDS: readonly ReadPath[] = [
  "/Cards",
  "/Vendors/{id}/counter-day",
  "/Vendors/{id}/counter-day/movements",
  "/Helpdesk/cases/{kind}/{id}/timeline",
];

const HISTORY_PAGE_SIZE = 5;

export type CardListQuery = QueryOf<"/api/v1/Cards">;

export function cardListQuery(query: CardListQuery) {
  return { ...reading("/api/v1/Cards", { query }), placeholderData: keepPreviousData };
}

export function cardQuery(id: string) {
  // What a scan has just brought is shown without asking again.
  return { ...reading("/api/v1/Cards/{id}", { path: { id } }), staleTime: 5_000 };
}

export function cardHistoryQuery(id: string, page: number) {
  const query = { pageIndex: page, pageSize: HISTORY_PAGE_SIZE };
  return {
    ...reading("/api/v1/Cards/{id}/transactions", { path: { id }, query }),
    placeholderData: keepPreviousData,
  };
}

/** A day at a shop's counter; today where none is named. */
export function counterDayQuery(vendorId: string, query: QueryOf<"/api/v1/Vendors/{id}/counter-day">) {
  return reading("/api/v1/Vendors/{id}/counter-day", { path: { id: vendorId }, query });
}

export type CounterMovement = components["schemas"]["CounterMovement"];

/** The redemptions and cash-outs of a day at a shop's counter. */
export function counterMovementsQuery(
  vendorId: string,
  query: QueryOf<"/api/v1/Vendors/{id}/counter-day/movements">,
) {
  return {
    ...reading("/api/v1/Vendors/{id}/counter-day/movements", { path: { id: vendorId }, query }),
    placeholderData: keepPreviousData,
  };
}

/** Who holds a card, as far as it is known. */
export function holderName({ firstName, lastName }: Pick<Card, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}
