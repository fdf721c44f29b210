// Fake server for page tests. Calls and answers are typed by the OpenAPI document, so a test can't
// return an answer that the server never sends. It replaces `fetch` itself, because a mocking
// library costs a third of a second per file.
import type { SuccessResponse } from "openapi-typescript-helpers";
import { afterEach, beforeEach, vi } from "vitest";
import type { paths } from "@/api/schema";

/**
 * Whether a requested path matches a path of the document, such as `/Cards/{id}`, segment by
 * segment.
 */
type IsPath<Path extends string, Known extends string> = Known extends `${infer First}/${infer Rest}`
  ? Path extends `${infer PathFirst}/${infer PathRest}`
    ? IsSegment<PathFirst, First> extends true
      ? IsPath<PathRest, Rest>
      : false
    : false
  : Path extends `${string}/${string}`
    ? false
    : IsSegment<Path, Known>;

type IsSegment<Path extends string, Known extends string> = Known extends `{${string}}`
  ? true
  : Path extends Known
    ? true
    : false;

type PathOf<Path extends string> = `/api/v1${Path}` extends keyof paths
  ? `/api/v1${Path}`
  : { [P in keyof paths]: IsPath<`/api/v1${Path}`, P> extends true ? P : never }[keyof paths];

type Operation<Call extends string> = Call extends `${infer Method} ${infer Path}`
  ? Lowercase<Method> extends infer M
    ? M extends keyof paths[PathOf<Path>]
      ? paths[PathOf<Path>][M]
      : never
    : never
  : never;

/** An answer with only the properties that the test needs. */
type Sketch<T> = T extends (infer One)[]
  ? readonly Sketch<One>[]
  : T extends object
    ? { [Key in keyof T]?: Sketch<T[Key]> }
    : T;

type AnswerTo<Call extends string> =
  Operation<Call> extends {
    responses: infer Responses extends Record<string | number, unknown>;
  }
    ? Sketch<SuccessResponse<Responses>>
    : never;

interface Asked {
  call: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Given<Call extends string> = AnswerTo<Call> | Response | undefined;

/**
 * A response that isn't a success. With an error code it is the server's own and carries a trace id;
 * without one a proxy sent it.
 */
export function refusal(status: number, body: { errorCode?: string; [field: string]: unknown }): Response {
  return Response.json(body.errorCode === undefined ? body : { traceId: "t1", ...body }, { status });
}

/** One page of a list. */
export function pageOf<Item>(items: Item[], totalPages = 1) {
  return { items, pageIndex: 1, pageSize: 10, totalPages, totalItems: items.length };
}

/** Timeline of any support case: empty unless a test sets it. */
const TIMELINE = /^GET \/Helpdesk\/cases\/[^/]+\/[^/]+\/timeline$/;

/**
 * Installs a fake server that answers each `"METHOD /path"` with data, with nothing (204), or with
 * a whole response.
 */
export function standInServer() {
  const answers = new Map<string, (asked: Asked) => unknown>();
  const asked: Asked[] = [];

  const answer: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, "http://localhost");
    const call = `${init?.method ?? "GET"} ${url.pathname.replace("/api/v1", "")}`;
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    const one = { call, query: url.searchParams, headers: new Headers(init?.headers), body };
    asked.push(one);
    const found = answers.get(call) ?? (TIMELINE.test(call) ? () => ({ items: [], next: null }) : undefined);
    if (!found) throw new Error(`The test doesn't say what ${call} answers`);
    const given = await found(one);
    if (given instanceof Response) return given;
    return given === undefined ? new Response(null, { status: 204 }) : Response.json(given);
  };

  beforeEach(() => {
    answers.clear();
    // Every portal page reads the notices in its header.
    answers.set("GET /Notices", () => ({
      items: [],
      pageIndex: 1,
      pageSize: 10,
      totalItems: 0,
      totalPages: 0,
      unread: 0,
    }));
    // Every list page reads the saved views.
    answers.set("GET /Accounts/me/views", () => []);
    // Every record page reads its history.
    answers.set("GET /Audit", () => ({ items: [], pageIndex: 1, pageSize: 5, totalItems: 0, totalPages: 0 }));
    asked.length = 0;
    vi.stubGlobal("fetch", vi.fn(answer));
  });
  afterEach(() => void vi.unstubAllGlobals());

  return {
    /** Sets the answer to a call of the document. */
    on: <const Call extends string, const Reply extends Given<Call>>(
      call: Call,
      given: (asked: Asked) => Reply | Promise<Reply>,
    ) => void answers.set(call, given),
    /** Requests made to one call, in order. */
    asked: (call: string) => asked.filter((one) => one.call === call),
  };
}
