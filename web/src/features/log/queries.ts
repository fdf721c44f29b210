// What the pages of the audit log ask the server.
import { keepPreviousData } from "@tanstack/react-query";
import type { AnswerOf, QueryOf } from "@/api/client";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";

export type LogEntry = components["schemas"]["AuditEntry"];

export type LogQuestion = QueryOf<"/api/v1/Audit">;

/** What is recorded anew whenever somebody has done something: the log, and the timelines that tell of it. */
export const LOG: readonly ReadPath[] = ["/Audit", "/Helpdesk/cases/{kind}/{id}/timeline"];

export function logQuery(question: LogQuestion) {
  return { ...reading("/api/v1/Audit", { query: question }), placeholderData: keepPreviousData };
}

const LATEST = 5;

/** What was done to one thing last. */
export function activityQuery(subjectId: string) {
  return reading("/api/v1/Audit", { query: { subjectId, pageIndex: 1, pageSize: LATEST } });
}

export type LogPart = AnswerOf<"/api/v1/Audit">;
