// Calls for lists that administrators maintain. All have the same form, so the path determines the
// types.
import { keepPreviousData, queryOptions, type QueryKey } from "@tanstack/react-query";
import { call } from "@/api/client";
import { createOnce } from "@/api/createOnce";
import type { ReadPath } from "@/api/reading";
import type { paths } from "@/api/schema";
import type { AnyQuery } from "@/shared/table/anyQuery";
import { type ListState, type Paged, pageOf } from "@/shared/table/listState";
import type { Status } from "./status";

/** Paths of lists whose records can be read, created, changed and activated one by one. */
export type Collection = {
  [P in keyof paths]: `${P}/{id}/status/{status}` extends keyof paths ? P : never;
}[keyof paths];

type Json<Call> = Call extends { content: { "application/json": infer Given } } ? Given : never;
type AnswerOf<P> = P extends keyof paths
  ? paths[P] extends { get: { responses: { 200: infer Answer } } }
    ? Json<Answer>
    : never
  : never;

/** A row of the list, the full record, and the request body that creates or changes it. */
export type RowOf<P extends Collection> = AnswerOf<P> extends { items: (infer Row)[] } ? Row : never;
export type RecordOf<P extends Collection> = AnswerOf<`${P}/{id}`>;
export type BodyOf<P extends Collection> = paths[P] extends { post: { requestBody?: infer Body } }
  ? Json<NonNullable<Body>>
  : never;

// The types follow from the path, which at run time is only a string.
const create = createOnce as unknown as (path: string, options: object) => Promise<unknown>;
const send = call as unknown as (method: "get" | "put", path: string, options: object) => Promise<unknown>;

export function collection<P extends Collection>(api: P) {
  type Row = RowOf<P>;
  type Thing = RecordOf<P>;
  const one = `${api}/{id}`;
  return {
    /** Common path of all reads. */
    root: api.replace("/api/v1", "") as ReadPath,
    /** `more` contains the filters besides the search. */
    listQuery: (list: ListState, more: object = {}): AnyQuery<Paged<Row>> => {
      const query = { ...pageOf(list), ...more };
      return {
        queryKey: [api, "list", query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          send("get", api, { query, signal }) as Promise<Paged<Row>>,
        placeholderData: keepPreviousData,
      };
    },
    oneQuery: (id: string) =>
      queryOptions({
        queryKey: [api, "one", id] as QueryKey,
        queryFn: ({ signal }) => send("get", one, { path: { id }, signal }) as Promise<Thing>,
      }),
    create: (body: BodyOf<P>) => create(api, { body }),
    /** `began` is the version of the record that the change is based on. */
    change: (began: { id: string; version: string }, body: BodyOf<P>) =>
      send("put", one, { path: { id: began.id }, body, version: began.version }),
    setStatus: (id: string, status: Status) =>
      send("put", `${one}/status/{status}`, { path: { id, status } }),
  };
}
