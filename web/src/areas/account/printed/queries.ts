import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { keyOf } from "@/api/reading";
import { allPages, PAGE_SIZE } from "./allPages";

/** Codes are money: they stay in memory as long as it takes to draw them. */
const FORGOTTEN_AFTER_MS = 10_000;

/** All of one's own cards, with their codes. */
export function printedCardsQuery() {
  return queryOptions({
    queryKey: keyOf("/api/v1/Accounts/me/cards"),
    queryFn: ({ signal }) =>
      allPages((pageIndex) =>
        call("get", "/api/v1/Accounts/me/cards", { query: { pageIndex, pageSize: PAGE_SIZE }, signal }),
      ),
    gcTime: FORGOTTEN_AFTER_MS,
  });
}
