// What the pages of the audit log ask the server.
import { keepPreviousData } from "@tanstack/react-query";
import type { QueryOf } from "@/api/client";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";

export type LogEntry = components["schemas"]["AuditEntry"];

export type LogQuestion = QueryOf<"/api/v1/Audit">;

export const LOG: readonly ReadPath[] = ["/Audit"];

export function logQuery(question: LogQuestion) {
  return { ...reading("/api/v1/Audit", { query: question }), placeholderData: keepPreviousData };
}
