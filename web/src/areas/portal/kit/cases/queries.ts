// Queries about a case: a card, order, person, vendor or charity.
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { keyOf } from "@/api/reading";
import type { components } from "@/api/schema.d";

type Schemas = components["schemas"];

export type CaseEvent = Schemas["CaseEvent"];
export type CaseKind = Schemas["CaseKind"];
export type CaseMail = Schemas["CaseMail"];
export type CaseMovement = Schemas["CaseMovement"];
export type CaseNote = Schemas["CaseNote"];
export type CaseTimeline = Schemas["CaseTimeline"];

/** Subject of a case. */
export interface Case {
  kind: CaseKind;
  id: string;
}

const TIMELINE = "/api/v1/Helpdesk/cases/{kind}/{id}/timeline";

/** Query for a case's timeline, newest first, in parts. */
export function timelineQuery({ kind, id }: Case) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(TIMELINE, { path: { kind, id } }), "parts"] as const,
    queryFn: ({ pageParam, signal }): Promise<CaseTimeline> =>
      call("get", TIMELINE, {
        path: { kind, id },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
