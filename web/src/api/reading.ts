// What is read from the server, as queries. The key of a query is the call itself, its path in the API's document and what it
// takes: nobody thinks of names for keys, and a change can say in the API's own words what it makes outdated.
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { PathsWithMethod } from "openapi-typescript-helpers";
import { call, type AnswerOf, type ReadArguments } from "@/api/client";
import type { paths } from "@/api/schema";

export type Readable = PathsWithMethod<paths, "get">;

const API = "/api/v1";

/** A path of the API that can be read, without what all of them begin with. */
export type ReadPath = Readable extends infer P ? (P extends `/api/v1${infer Rest}` ? Rest : never) : never;

/** The key of a call. What is read by it in another form than its answer says so in a last word. */
export function keyOf<P extends Readable>(path: P, ...[given]: ReadArguments<P>) {
  return [path, given ?? {}] as const;
}

/** The same call for any path: what each takes and answers with is said by the functions below. */
export const send = call as unknown as (method: "get", path: string, given: object) => Promise<never>;

/** One call, as a query. */
export function reading<P extends Readable>(path: P, ...args: ReadArguments<P>) {
  return queryOptions({
    queryKey: keyOf(path, ...args),
    queryFn: ({ signal }): Promise<AnswerOf<P>> => send("get", path, { ...args[0], signal }),
  });
}

/** Whether what was asked is this path, or one below it. The API writes some of its names now large, now small. */
function isBelow(asked: unknown, path: string): boolean {
  return `${String(asked)}/`.toLowerCase().startsWith(`${API}${path}/`.toLowerCase());
}

/** What was read under these paths, and below them, is outdated: what is on the screen is read again. */
export async function invalidate(client: QueryClient, names: readonly ReadPath[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [asked] }) => names.some((name) => isBelow(asked, name)),
  });
}

/** Another person sits at the screen: what was read for the last one is forgotten, but not what everybody sees. */
export function forgetPerson(client: QueryClient): void {
  client.getMutationCache().clear();
  client.removeQueries({ predicate: ({ queryKey: [asked] }) => !isBelow(asked, "/Public") });
}
