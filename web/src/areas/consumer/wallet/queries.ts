// What the wallet asks the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { given } from "@/api/queries/publicList";
import { keyOf, reading } from "@/api/reading";
import { readingPages } from "@/api/readingPages";
import type { components } from "@/api/schema";
import type { Card } from "@/features/card/types";

export type WalletCard = components["schemas"]["CardItem"];

/** A gift that was claimed is in another's wallet, and so is what happens on it. */
export function isGivenAway({ claimedAt, qrCode }: Card): boolean {
  return claimedAt !== null && qrCode === null;
}

/** A gift that nobody has claimed yet: its giver could still spend it, and means somebody else to. */
export function isOnItsWay({ isGift, claimedAt, isDeactive }: Card): boolean {
  return isGift && claimedAt === null && !isDeactive;
}

/** What is on a card of one's own; of one that was given away, what was given. */
export function shownAmount(card: Card): number {
  return isGivenAway(card) ? card.cardValue : card.cardBalance;
}

export const WALLET_PAGE_SIZE = 12;
export const HISTORY_PAGE_SIZE = 5;

/** Somebody at a counter looks at the balance while it changes there. */
const WHILE_LOOKED_AT_MS = 10_000;

/**
 * When what is looked at is asked for again: what couldn't be read by itself, for a network doesn't always say when it is back;
 * what could, only while the live channel, which tells of changes, is closed.
 */
export function askAgain(isTold: boolean) {
  return ({ state }: { state: { error: Error | null } }) =>
    state.error || !isTold ? WHILE_LOOKED_AT_MS : false;
}

/** Where nobody answers, what was kept is shown instead. */
const live = {
  refetchInterval: askAgain(true),
  refetchOnWindowFocus: true,
} as const;

export const WALLET_ORDERS = ["recentTransaction", "cardBalance", "createdAt"] as const;
export type WalletOrder = (typeof WALLET_ORDERS)[number];

/** The two halves of a wallet: to spend, and given to somebody. */
export const WALLET_PARTS = ["own", "given"] as const;
export type WalletPart = (typeof WALLET_PARTS)[number];

/** A gift that its buyer still could spend counts as given: they mean somebody else to. */
export function partOf({ isMine, isGift, claimedAt }: WalletCard): WalletPart {
  // One that was kept by an older release says nothing of claims.
  return isMine && !(isGift && (claimedAt ?? null) === null) ? "own" : "given";
}

export interface WalletFilter {
  part: WalletPart;
  searchText: string;
  orderBy: WalletOrder;
}

/** What the address of the wallet says of it. */
export function walletFilterOf(search: URLSearchParams): WalletFilter {
  const asked = search.get("order");
  const orderBy = WALLET_ORDERS.find((order) => order === asked) ?? WALLET_ORDERS[0];
  const part = WALLET_PARTS.find((name) => name === search.get("part")) ?? WALLET_PARTS[0];
  return { searchText: search.get("q") ?? "", orderBy, part };
}

/** What can be spent, on all cards together. */
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

/** What happened on a card. With its balance it changes, too. */
export function historyQuery(id: string, balance: number, pageIndex: number) {
  const asked = { path: { id }, query: { pageIndex, pageSize: HISTORY_PAGE_SIZE } };
  return queryOptions({
    queryKey: [...keyOf("/api/v1/Cards/{id}/transactions", asked), balance],
    queryFn: ({ signal }) => call("get", "/api/v1/Cards/{id}/transactions", { ...asked, signal }),
    placeholderData: keepPreviousData,
  });
}
