import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { authorizeCalls, call, callAsNobody, callsOf, onUnauthorized } from "@/api/client";
import { ApiError } from "@/api/error";
import { renderIn } from "@/i18n";

const answer = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("navigator", { onLine: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  answer.mockReset();
  renderIn("en");
});

function json(status: number, body: unknown): Response {
  return Response.json(body, { status });
}

const noProof = {
  errorCode: "PROOF_REQUIRED",
  errorMessage: "Please confirm that it is you, then try again.",
};

/**
 * Answers the request for a second proof of identity: `isProven` says whether the user confirms it.
 */
function confirmWith(isProven: boolean) {
  const confirm = vi.fn(async () => isProven);
  authorizeCalls(async () => undefined, confirm);
  return confirm;
}

const askForRegions = () => call("get", "/api/v1/Public/Regions");

async function failureOf(calling: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await calling.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("The call did not fail as an ApiError", { cause: error });
  return error;
}

/** A small API document with one operation of each kind, as the generator writes it. */
interface Shelf {
  "/books/{id}": {
    get: {
      parameters: { path: { id: string }; query?: { search?: string | undefined; page?: number | null } };
      responses: { 200: { content: { "application/json": { title: string } } } };
    };
    put: {
      parameters: { path: { id: string } };
      requestBody: { content: { "application/json": { title: string } } };
      responses: { 204: { content?: never } };
    };
    post: {
      parameters: { path: { id: string } };
      requestBody: { content: { "multipart/form-data": { cover: string } } };
      responses: { 204: { content?: never } };
    };
  };
}

const callShelf = callsOf<Shelf>();

async function messageOf(change: Promise<unknown>): Promise<string> {
  return ((await failureOf(change)) as { errorMessage: string }).errorMessage;
}

describe("call", () => {
  it("writes its parameters into the address", async () => {
    answer.mockResolvedValue(json(200, { title: "Ray" }));
    const path = { id: "a/b" };
    const book = await callShelf("get", "/books/{id}", { path, query: { search: "é&x", page: null } });
    expectTypeOf(book).toEqualTypeOf<{ title: string }>();
    expect(answer.mock.calls[0]?.[0]).toBe("/books/a%2Fb?search=%C3%A9%26x");
    await callShelf("get", "/books/{id}", { path, query: { page: 2 } }).catch(() => undefined);
    expect(answer.mock.calls[1]?.[0]).toBe("/books/a%2Fb?page=2");
  });

  it("sends data as JSON, and a form as a form", async () => {
    answer.mockImplementation(async () => new Response(null, { status: 204 }));
    const path = { id: "1" };
    await callShelf("put", "/books/{id}", { path, body: { title: "Ray" } });
    expect(answer.mock.calls[0]?.[1]).toMatchObject({
      method: "PUT",
      body: '{"title":"Ray"}',
      headers: { "content-type": "application/json" },
    });
    const form = new FormData();
    await callShelf("post", "/books/{id}", { path, body: form });
    expect(answer.mock.calls[1]?.[1]).toMatchObject({ method: "POST", body: form });
    expect(answer.mock.calls[1]?.[1]?.headers).toEqual({});
  });

  it("bypasses the browser's cache when the user is signed in", async () => {
    answer.mockImplementation(async () => json(200, []));
    await askForRegions();
    authorizeCalls(async () => "token");
    await askForRegions();
    expect(answer.mock.calls.map(([, init]) => init?.cache)).toEqual([undefined, "no-cache"]);
  });

  it("can be cancelled", async () => {
    answer.mockResolvedValue(json(200, []));
    const waiting = new AbortController();
    await call("get", "/api/v1/Public/Regions", { signal: waiting.signal });
    const sent = answer.mock.calls[0]?.[1]?.signal;
    expect(sent?.aborted).toBe(false);
    waiting.abort();
    expect(sent?.reason).toBe(waiting.signal.reason);
  });

  it("can be cancelled in a browser without AbortSignal.any", async () => {
    vi.stubGlobal("AbortSignal", { timeout: () => new AbortController().signal });
    answer.mockResolvedValue(json(200, []));
    const { signal } = new AbortController();
    await call("get", "/api/v1/Public/Regions", { signal });
    expect(answer.mock.calls[0]?.[1]?.signal).toBe(signal);
  });

  it("times out without an answer, by the kind of the call", async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    answer.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
        ),
    );
    const { signal } = new AbortController();
    const failures = [askForRegions(), call("get", "/api/v1/Public/Regions", { signal })].map(failureOf);
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    limit.abort(new DOMException("signal timed out", "TimeoutError"));
    expect((await Promise.all(failures)).map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
      [503, "The server does not answer. Your connection may be too weak here."],
      [503, "The server does not answer. Your connection may be too weak here."],
    ]);
    expect(timeout.mock.calls).toEqual([[12_000], [12_000]]);

    answer.mockImplementation(async () => new Response(null, { status: 204 }));
    await call("get", "/api/v1/Books/journal", { query: { from: "2026-01-01", to: "2026-12-31" } } as never);
    await callShelf("put", "/books/{id}", { path: { id: "1" }, body: { title: "Ray" } });
    expect(timeout.mock.calls.slice(2)).toEqual([[60_000], [60_000]]);

    answer.mockResolvedValue(new Response(null, { status: 204 }));
    await callShelf("post", "/books/{id}", { path: { id: "1" }, body: new FormData() });
    expect(timeout).toHaveBeenLastCalledWith(180_000);
    timeout.mockRestore();
  });

  it("accepts exactly the options that the document declares", () => {
    type Arguments = Parameters<typeof callShelf<"put", "/books/{id}">>;
    type Options = { path: { id: string }; body: { title: string }; signal?: AbortSignal };
    expectTypeOf<Arguments[2]>().toExtend<Options>();
    expectTypeOf<Options>().toExtend<Arguments[2]>();
    type WithoutNeeds = Parameters<typeof call<"get", "/api/v1/Public/Regions">>;
    expectTypeOf<WithoutNeeds["length"]>().toEqualTypeOf<2 | 3>();
  });
});

describe("call that succeeds", () => {
  it("returns the data", async () => {
    answer.mockResolvedValue(json(200, [{ id: "reg_1" }]));
    await expect(askForRegions()).resolves.toEqual([{ id: "reg_1" }]);
    expect(answer.mock.calls[0]?.[0]).toBe("/api/v1/Public/Regions");
  });

  it("returns undefined when there is no content", async () => {
    answer.mockResolvedValue(new Response(null, { status: 204 }));
    await expect(askForRegions()).resolves.toBeUndefined();
  });
});

describe("call that fails", () => {
  it("keeps the server's message and fields", async () => {
    answer.mockResolvedValue(
      json(400, {
        status: 400,
        traceId: "t1",
        errorCode: "VALIDATION",
        errorMessage: "Please correct the marked fields.",
        fields: { email: "Email is not in correct format." },
      }),
    );
    await expect(failureOf(askForRegions())).resolves.toMatchObject({
      status: 400,
      traceId: "t1",
      errorCode: "VALIDATION",
      errorMessage: "Please correct the marked fields.",
      fields: { email: "Email is not in correct format." },
    });
  });

  it.each([404, 418, 500, 502, 503])("has a message of its own when a %i has none", async (status) => {
    answer.mockResolvedValue(new Response("<h1>Bad gateway</h1>", { status }));
    await expect(failureOf(askForRegions())).resolves.toMatchObject({
      status,
      errorCode: "Unknown",
      errorMessage: "Unable to connect to server",
      fields: {},
    });
  });

  it("turns a 403 into a permission error", async () => {
    answer.mockResolvedValue(json(403, { traceId: "t2", errorCode: "X", errorMessage: "Y" }));
    await expect(failureOf(askForRegions())).resolves.toMatchObject({
      status: 403,
      traceId: "t2",
      errorCode: "PERMISSION",
      errorMessage: "You do not have permission to do this action.",
    });
  });

  it("reports a 401 to the session's listeners", async () => {
    const signOut = vi.fn();
    const stop = onUnauthorized(signOut);
    answer.mockImplementation(async () => json(401, { errorMessage: "Please sign in." }));
    await expect(failureOf(askForRegions())).resolves.toMatchObject({
      status: 401,
      errorCode: "UNAUTHORIZED",
      errorMessage: "Please sign in.",
    });
    expect(signOut).toHaveBeenCalledTimes(1);
    stop();
    await failureOf(askForRegions());
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it("is repeated once when there is a newer token", async () => {
    const sent = () => answer.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));
    authorizeCalls(async (refused) => (refused === undefined ? "old" : "new"));
    answer.mockImplementation(async () => json(sent().at(-1) === "Bearer new" ? 200 : 401, []));
    await expect(askForRegions()).resolves.toEqual([]);
    expect(sent()).toEqual(["Bearer old", "Bearer new"]);

    answer.mockClear();
    authorizeCalls(async (refused) => (refused === undefined ? "old" : undefined));
    await expect(failureOf(askForRegions())).resolves.toMatchObject({ status: 401 });
    expect(sent()).toEqual(["Bearer old"]);

    answer.mockClear();
    await failureOf(callAsNobody("get", "/api/v1/Public/Regions"));
    expect(sent()).toEqual([null]);
    authorizeCalls(async () => undefined);
  });

  describe("call that requires a new proof of identity", () => {
    afterEach(() => confirmWith(false));

    it("asks the user, and is repeated when they have proven it", async () => {
      const confirm = confirmWith(true);
      answer.mockResolvedValueOnce(json(403, noProof)).mockResolvedValueOnce(json(200, []));
      await expect(askForRegions()).resolves.toEqual([]);
      expect([confirm.mock.calls.length, answer.mock.calls.length]).toEqual([1, 2]);
    });

    it("is cancelled when the user cancels", async () => {
      confirmWith(false);
      answer.mockResolvedValueOnce(json(403, noProof));
      await expect(askForRegions()).rejects.toMatchObject({ name: "AbortError" });
      expect(answer).toHaveBeenCalledTimes(1);
    });

    it("asks only once", async () => {
      const confirm = confirmWith(true);
      answer.mockImplementation(async () => json(403, noProof));
      await expect(failureOf(askForRegions())).resolves.toMatchObject({ errorCode: "PROOF_REQUIRED" });
      expect(confirm).toHaveBeenCalledTimes(1);
    });
  });

  it.each([
    ["the server can't be reached", new TypeError("Failed to fetch"), "Unable to connect to server"],
    ["the reply breaks off", new Error("stream broke"), "Unable to connect to server"],
    [
      "the server hangs",
      new DOMException("", "TimeoutError"),
      "The server does not answer. Your connection may be too weak here.",
    ],
  ])("returns UNREACHABLE when %s", async (_, cause, errorMessage) => {
    answer.mockRejectedValue(cause);
    await expect(failureOf(askForRegions())).resolves.toMatchObject({
      status: 503,
      errorCode: "UNREACHABLE",
      errorMessage,
    });
  });

  describe("change without a reply", () => {
    const losses: [string, () => Promise<Response>][] = [
      ["no reply", () => Promise.reject(new TypeError("Failed to fetch"))],
      ["a hanging server", () => Promise.reject(new DOMException("", "TimeoutError"))],
      ["a timeout in Chrome 103 to 123", () => Promise.reject(new DOMException("", "AbortError"))],
      ["the reply of a proxy", async () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ];
    const body = { tenantId: "ten_1", name: "Front" };

    it.each(losses)("asks the user to look before they repeat it: %s", async (_, lose) => {
      answer.mockImplementation(lose);
      const closing = call("post", "/api/v1/Vendors/{id}/test-card", { path: { id: "ten_1" } });
      expect(await messageOf(closing)).toContain("please look before you try again");
    });

    it.each(losses)("says that it may be repeated if it has a key: %s", async (_, lose) => {
      answer.mockImplementation(lose);
      expect(await messageOf(call("post", "/api/v1/Tills", { body, key: "k1" }))).toContain("only once");
    });

    it("counts as sent if the connection was lost on the way", async () => {
      answer.mockImplementation(() => {
        vi.stubGlobal("navigator", { onLine: false });
        return Promise.reject(new TypeError("Failed to fetch"));
      });
      expect(await messageOf(call("post", "/api/v1/Tills", { body, key: "k1" }))).toContain("only once");
    });

    it("reports only the lost connection if nothing was sent, or if it moves nothing", async () => {
      answer.mockImplementation(() => Promise.reject(new TypeError("Failed to fetch")));
      const login = { email: "a@funray.test", password: "x" };
      const lost = "Unable to connect to server";
      expect(await messageOf(callAsNobody("post", "/api/v1/OAuth/login", { body: login }))).toBe(lost);
      vi.stubGlobal("navigator", { onLine: false });
      expect(await messageOf(call("post", "/api/v1/Tills", { body }))).toBe(lost);
    });
  });

  it("has a message in the page's language", async () => {
    renderIn("fr");
    answer.mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(failureOf(askForRegions())).resolves.toMatchObject({
      errorMessage: "Impossible de joindre le serveur",
    });
  });
});

describe("call that was cancelled", () => {
  it("rejects with the cancellation", async () => {
    const cancelled = new DOMException("aborted", "AbortError");
    answer.mockRejectedValue(cancelled);
    const signal = AbortSignal.abort();
    await expect(call("get", "/api/v1/Public/Regions", { signal })).rejects.toBe(cancelled);
  });

  it("is a lost reply if the browser aborted it by itself, as Chrome 103 to 123 do at a timeout", async () => {
    answer.mockRejectedValue(new DOMException("aborted", "AbortError"));
    await expect(askForRegions()).rejects.toMatchObject({ errorCode: "UNREACHABLE" });
  });
});

describe("call with the token of a link", () => {
  it("sends it in a header, and a dash in the path", async () => {
    answer.mockResolvedValue(json(200, {}));
    await call("get", "/api/v1/Gifts/{token}", { path: { token: "a/b" } });
    const [address, init] = answer.mock.calls[0] ?? [];
    expect(address).toBe("/api/v1/Gifts/-");
    expect(new Headers(init?.headers).get("x-link-token")).toBe("a%2Fb");
  });
});
