// Stands for the server in tests of pages: answers by method and path, and remembers what was asked.
import { afterEach, beforeEach, vi } from "vitest";

interface Asked {
  call: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Answer = (asked: Asked) => unknown;

/** An answer that isn't a success. */
export function refusal(status: number, body: object): Response {
  return Response.json(body, { status });
}

/** Answers each `"METHOD /path"` with data, with nothing (204), or with a whole response. */
export function standInServer() {
  const answers = new Map<string, Answer>();
  const asked: Asked[] = [];

  const answer: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, "http://localhost");
    const call = `${init?.method ?? "GET"} ${url.pathname.replace("/api/v1", "")}`;
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    const one = { call, query: url.searchParams, headers: new Headers(init?.headers), body };
    asked.push(one);
    const found = answers.get(call);
    if (!found) throw new Error(`The test doesn't say what ${call} answers`);
    const given = await found(one);
    if (given instanceof Response) return given;
    return given === undefined ? new Response(null, { status: 204 }) : Response.json(given);
  };

  beforeEach(() => {
    answers.clear();
    // Every list asks for it.
    answers.set("GET /Accounts/me/views", () => []);
    // And every record: nothing was done to it so far.
    answers.set("GET /Audit", () => ({ items: [], pageIndex: 1, pageSize: 5, totalItems: 0, totalPages: 0 }));
    asked.length = 0;
    vi.stubGlobal("fetch", vi.fn(answer));
  });
  afterEach(() => void vi.unstubAllGlobals());

  return {
    on: (call: string, given: Answer) => void answers.set(call, given),
    /** What was asked of one call, in order. */
    asked: (call: string) => asked.filter((one) => one.call === call),
  };
}
