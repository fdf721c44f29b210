import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { keyOf } from "@/api/reading";
import { allPages, PAGE_SIZE } from "./allPages";

/** Codes are money: the query cache drops them soon after the page closes. */
const FORGOTTEN_AFTER_MS = 10_000;

/** Reads all of the user's own cards with their codes. */
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
