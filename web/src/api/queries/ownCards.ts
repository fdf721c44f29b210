// Queries for a cardholder's own cards, for pages other than the wallet.
import { reading } from "@/api/reading";

/** Maximum number of received cards, newest first. */
const MAX_GIVEN = 12;

export function lastUsedCardQuery() {
  const query = { walletPart: "own", pageSize: 1, orderBy: "recentTransaction", direction: "Desc" } as const;
  return reading("/api/v1/Cards", { query });
}

export function givenCardsQuery() {
  const query = {
    walletPart: "given",
    pageSize: MAX_GIVEN,
    orderBy: "createdAt",
    direction: "Desc",
  } as const;
  return reading("/api/v1/Cards", { query });
}

export function cardsBalanceQuery() {
  return reading("/api/v1/Cards/balance");
}
