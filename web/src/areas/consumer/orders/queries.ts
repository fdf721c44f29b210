// What somebody has paid for.
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";

const PAGE_SIZE = 10;

export function orderPages() {
  return infiniteQueryOptions({
    queryKey: ["orders", "mine"],
    queryFn: ({ pageParam, signal }) =>
      call("get", "/api/v1/Orders/me", { query: { pageIndex: pageParam, pageSize: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pageIndex, totalPages }) => (pageIndex < totalPages ? pageIndex + 1 : undefined),
    meta: { showsItsOwnErrors: true },
  });
}
