// Queries for reads. The query key is the path of the call with its parameters. Changes list the
// API paths that they make outdated, so no key needs a name.
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { PathsWithMethod } from "openapi-typescript-helpers";
import { call, type AnswerOf, type ReadArguments } from "@/api/client";
import type { paths } from "@/api/schema";

export type Readable = PathsWithMethod<paths, "get">;

const API = "/api/v1";

/** A path of a read call, without the common prefix. */
export type ReadPath = Readable extends infer P ? (P extends `/api/v1${infer Rest}` ? Rest : never) : never;

/** Returns the query key of a call. A query that transforms the answer adds one more element. */
export function keyOf<P extends Readable>(path: P, ...[given]: ReadArguments<P>) {
  return [path, given ?? {}] as const;
}

/** `call` without the types of each path; the functions below add them. */
export const send = call as unknown as (method: "get", path: string, given: object) => Promise<never>;

/** Query for one call. */
export function reading<P extends Readable>(path: P, ...args: ReadArguments<P>) {
  return queryOptions({
    queryKey: keyOf(path, ...args),
    queryFn: ({ signal }): Promise<AnswerOf<P>> => send("get", path, { ...args[0], signal }),
  });
}

/** Whether a path is this one or below it. Ignores case, because the API's paths mix both. */
function isBelow(asked: unknown, path: string): boolean {
  return `${String(asked)}/`.toLowerCase().startsWith(`${API}${path}/`.toLowerCase());
}

/** Invalidates all queries under these paths: those on the screen are fetched again. */
export async function invalidate(client: QueryClient, names: readonly ReadPath[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [asked] }) => names.some((name) => isBelow(asked, name)),
  });
}

/** Removes cached data of the previous user, but keeps public data. */
export function clearUserQueries(client: QueryClient): void {
  client.getMutationCache().clear();
  client.removeQueries({ predicate: ({ queryKey: [asked] }) => !isBelow(asked, "/Public") });
}
