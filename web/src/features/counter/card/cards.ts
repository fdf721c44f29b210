// Queries of the counter for cards.
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/api/client";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";
import type { Card } from "@/features/card/types";
import { can } from "@/session/can";
import type { Profile } from "@/session/current";

export type CardItem = components["schemas"]["CardItem"];
export type CardMovement = components["schemas"]["CardMovement"];
export type CounterDay = components["schemas"]["CounterDay"];

/** Query paths to invalidate after each transaction of a card. */
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
  // A card that was just scanned is not fetched again.
  return { ...reading("/api/v1/Cards/{id}", { path: { id } }), staleTime: 5_000 };
}

export function cardHistoryQuery(id: string, page: number) {
  const query = { pageIndex: page, pageSize: HISTORY_PAGE_SIZE };
  return {
    ...reading("/api/v1/Cards/{id}/transactions", { path: { id }, query }),
    placeholderData: keepPreviousData,
  };
}

/** Reads the figures of a day at a shop's counter; today by default. */
export function counterDayQuery(vendorId: string, query: QueryOf<"/api/v1/Vendors/{id}/counter-day">) {
  return reading("/api/v1/Vendors/{id}/counter-day", { path: { id: vendorId }, query });
}

export type CounterMovement = components["schemas"]["CounterMovement"];

/** Reads the redemptions and cash-outs of a day at a shop's counter. */
export function counterMovementsQuery(
  vendorId: string,
  query: QueryOf<"/api/v1/Vendors/{id}/counter-day/movements">,
) {
  return {
    ...reading("/api/v1/Vendors/{id}/counter-day/movements", { path: { id: vendorId }, query }),
    placeholderData: keepPreviousData,
  };
}

/** Returns the cardholder's name, as far as it is known. */
export function holderName({ firstName, lastName }: Pick<Card, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** Returns what the user may do with the money of a card. */
export function redemptionRights(card: Card, profile: Profile | undefined) {
  const hasMoney = can(profile, "redeemCards") && !card.isDeactive && card.cardBalance > 0;
  return {
    hasMoney,
    mayRedeem: hasMoney && !card.isMine,
    /** Whether the customer must show the card first. A request without an answer needs no second look at it. */
    needsShowing: !card.isPresented && !card.mayRedeemUnseen,
  };
}
