// Queries of the audit log.
import { keepPreviousData } from "@tanstack/react-query";
import type { AnswerOf, QueryOf } from "@/api/client";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";

export type LogEntry = components["schemas"]["AuditEntry"];

type LogQuestion = QueryOf<"/api/v1/Audit">;

/** Query paths to invalidate after any action: the log and the support timelines. */
export const LOG: readonly ReadPath[] = ["/Audit", "/Helpdesk/cases/{kind}/{id}/timeline"];

export function logQuery(question: LogQuestion) {
  return { ...reading("/api/v1/Audit", { query: question }), placeholderData: keepPreviousData };
}

const LATEST = 5;

/** Reads the latest entries about one subject. */
export function activityQuery(subjectId: string) {
  return reading("/api/v1/Audit", { query: { subjectId, pageIndex: 1, pageSize: LATEST } });
}

export type LogPart = AnswerOf<"/api/v1/Audit">;
