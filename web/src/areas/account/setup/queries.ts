// Query for whether the server waits for its first administrator.
import { queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";

export function setupQuery() {
  return queryOptions({ ...reading("/api/v1/Setup"), retry: false });
}
