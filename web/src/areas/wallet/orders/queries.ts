// Queries for the buyer's orders.
import { readingPages } from "@/api/readingPages";

const PAGE_SIZE = 10;

export function orderPages() {
  return readingPages("/api/v1/Orders/me", { query: { pageSize: PAGE_SIZE } });
}
