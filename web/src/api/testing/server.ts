// Stands for the server in tests of pages. Calls and answers have the types of the API's document, so that a test can't
// answer what no server would. It is a `fetch` of its own: a library for that took a third of a second in each file.
import type { SuccessResponse } from "openapi-typescript-helpers";
import { afterEach, beforeEach, vi } from "vitest";
import type { paths } from "@/api/schema";

/** Whether a path that is asked, segment by segment, is one of the document's, such as `/Cards/{id}`. */
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

/** What matters to a test: the rest of an answer may be left out. */
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

/** An answer that isn't a success. */
export function refusal(status: number, body: object): Response {
  return Response.json(body, { status });
}

/** One page of a list. */
export function pageOf<Item>(items: Item[], totalPages = 1) {
  return { items, pageIndex: 1, pageSize: 10, totalPages, totalItems: items.length };
}

/** Of whatever case: nothing has happened as long as a test doesn't say so. */
const TIMELINE = /^GET \/Helpdesk\/cases\/[^/]+\/[^/]+\/timeline$/;

/** Answers each `"METHOD /path"` with data, with nothing (204), or with a whole response. */
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
    // The header of the portal asks for it on each page.
    answers.set("GET /Notices", () => ({
      items: [],
      pageIndex: 1,
      pageSize: 10,
      totalItems: 0,
      totalPages: 0,
      unread: 0,
    }));
    // Every list asks for it.
    answers.set("GET /Accounts/me/views", () => []);
    // And every record: nothing was done to it so far.
    answers.set("GET /Audit", () => ({ items: [], pageIndex: 1, pageSize: 5, totalItems: 0, totalPages: 0 }));
    asked.length = 0;
    vi.stubGlobal("fetch", vi.fn(answer));
  });
  afterEach(() => void vi.unstubAllGlobals());

  return {
    /** What a call of the document answers from now on. */
    on: <const Call extends string, const Reply extends Given<Call>>(
      call: Call,
      given: (asked: Asked) => Reply | Promise<Reply>,
    ) => void answers.set(call, given),
    /** What was asked of one call, in order. */
    asked: (call: string) => asked.filter((one) => one.call === call),
  };
}
