// What the pages of the audit log ask the server.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, type QueryOf } from "@/api/client";
import type { components } from "@/api/schema.d";

export type LogEntry = components["schemas"]["AuditEntry"];

export type LogQuestion = QueryOf<"/api/v1/Audit">;

export const LOG = ["log"] as const;

export function logQuery(question: LogQuestion) {
  return queryOptions({
    queryKey: [...LOG, question],
    queryFn: ({ signal }) => call("get", "/api/v1/Audit", { query: question, signal }),
    placeholderData: keepPreviousData,
    // Something may have been done a moment ago.
  });
}
