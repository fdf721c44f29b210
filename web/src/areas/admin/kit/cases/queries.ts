// What is asked about a case: a card, an order, a person, a vendor or a charity that somebody needs help with.
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

/** What a case is about. */
export interface Case {
  kind: CaseKind;
  id: string;
}

const TIMELINE = "/api/v1/Helpdesk/cases/{kind}/{id}/timeline";

/** What happened to it, the newest first, a part after the other. */
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
