// Queries for the wallet.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { given } from "@/api/queries/publicList";
import { keyOf, reading } from "@/api/reading";
import { readingPages } from "@/api/readingPages";
import type { components } from "@/api/schema";
import type { Card } from "@/features/card/types";

export type WalletCard = components["schemas"]["CardItem"];

/** Returns whether a gift was claimed by another person, who alone now sees its code and history. */
export function isGivenAway({ claimedAt, qrCode }: Card): boolean {
  return claimedAt !== null && qrCode === null;
}

/** Returns whether a gift is unclaimed and active. Its giver still holds the card. */
export function isOnItsWay({ isGift, claimedAt, isDeactive }: Card): boolean {
  return isGift && claimedAt === null && !isDeactive;
}

/**
 * Returns whether a gift waits for its day or was stopped. Offline copies of older releases have no such gifts.
 */
export function isUnsent({ sendAt, isSendingStopped }: Pick<Card, "sendAt" | "isSendingStopped">): boolean {
  return Boolean(sendAt) || isSendingStopped;
}

/** Returns the balance of the user's own card, or the original value of a card they gave away. */
export function shownAmount(card: Card): number {
  return isGivenAway(card) ? card.cardValue : card.cardBalance;
}

const WALLET_PAGE_SIZE = 12;
export const HISTORY_PAGE_SIZE = 5;

/** Poll interval: the balance may change at a counter while the page is open. */
const WHILE_LOOKED_AT_MS = 10_000;

/**
 * Returns the refetch interval of a shown query. It polls while the live channel is closed, and after an error, because
 * browsers don't always report a restored network.
 */
export function askAgain(hasFacts: boolean) {
  return ({ state }: { state: { error: Error | null } }) =>
    state.error || !hasFacts ? WHILE_LOOKED_AT_MS : false;
}

/** Options for live data. When a refetch fails, the page shows the offline copy. */
const live = {
  refetchInterval: askAgain(true),
  refetchOnWindowFocus: true,
} as const;

export const WALLET_ORDERS = ["recentTransaction", "cardBalance", "createdAt"] as const;
export type WalletOrder = (typeof WALLET_ORDERS)[number];

/** The two parts of a wallet: cards to spend and cards given to others. */
export const WALLET_TABS = ["own", "given"] as const;
export type WalletTab = (typeof WALLET_TABS)[number];

/** Returns the part that a card belongs to. An unclaimed gift counts as given, although its buyer could still spend it. */
export function tabOf({ isMine, isGift, claimedAt }: WalletCard): WalletTab {
  // Offline copies of older releases have no `claimedAt`.
  return isMine && !(isGift && (claimedAt ?? null) === null) ? "own" : "given";
}

export interface WalletFilter {
  part: WalletTab;
  searchText: string;
  orderBy: WalletOrder;
}

/** Reads the filter of the wallet from the address. */
export function walletFilterOf(search: URLSearchParams): WalletFilter {
  const asked = search.get("order");
  const orderBy = WALLET_ORDERS.find((order) => order === asked) ?? WALLET_ORDERS[0];
  const part = WALLET_TABS.find((name) => name === search.get("part")) ?? WALLET_TABS[0];
  return { searchText: search.get("q") ?? "", orderBy, part };
}

/** Reads the total balance of the user's own cards. */
export function ownBalanceQuery() {
  return { ...reading("/api/v1/Cards/balance"), ...live };
}

export function walletPages({ searchText, orderBy, part }: WalletFilter) {
  const order = { orderBy, direction: "Desc" as const };
  const query = { walletPart: part, pageSize: WALLET_PAGE_SIZE, ...order, ...given({ searchText }) };
  return { ...readingPages("/api/v1/Cards", { query }), placeholderData: keepPreviousData, ...live };
}

export function walletCardQuery(id: string) {
  return { ...reading("/api/v1/Cards/{id}", { path: { id }, query: { isMine: true } }), ...live };
}

/** Reads the transactions of a card. The balance is part of the key, so a changed balance refetches them. */
export function historyQuery(id: string, balance: number, pageIndex: number) {
  const asked = { path: { id }, query: { pageIndex, pageSize: HISTORY_PAGE_SIZE } };
  return queryOptions({
    queryKey: [...keyOf("/api/v1/Cards/{id}/transactions", asked), balance],
    queryFn: ({ signal }) => call("get", "/api/v1/Cards/{id}/transactions", { ...asked, signal }),
    placeholderData: keepPreviousData,
  });
}
