// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const answer = vi.fn<typeof fetch>();

/** Loads a fresh copy of the module, because each visit has its own reports. */
async function visit() {
  vi.resetModules();
  return import("./crashes");
}

/** Returns what was sent, in order. */
function sent(): Record<string, unknown>[] {
  return answer.mock.calls.map(([, init]) => JSON.parse(init?.body as string));
}

function failing(message: string, stack = ""): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}\n${stack}` });
}

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-Bx3f_a91.js"></script>';
  vi.stubGlobal("fetch", answer);
  answer.mockImplementation(async () => Response.json({ number: "7k2m9qxt" }, { status: 202 }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  answer.mockReset();
});

describe("reportCrash", () => {
  it("sends the release, page, engine and trace, without cookies", async () => {
    const { nameCrashesBy, noteTrace, reportCrash } = await visit();
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 Chrome/141.0.0.0 Safari/537.36");
    nameCrashesBy(() => [{ route: {} }, { route: { path: "/wallet" } }, { route: { path: ":id" } }]);
    noteTrace("4bf92f3577b34da6a3ce929d0e0e4736");
    noteTrace(null);
    await expect(reportCrash("CAUGHT", failing("e is undefined"))).resolves.toBe("7k2m9qxt");
    expect(sent()).toEqual([
      {
        kind: "CAUGHT",
        release: "index-Bx3f_a91",
        route: "/wallet/:id",
        message: "e is undefined",
        stack: "Error: e is undefined\n",
        engine: "Chromium 141",
        traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      },
    ]);
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ credentials: "omit", keepalive: true });
  });

  it("sends the same error once, and gives its number each time", async () => {
    const { reportCrash } = await visit();
    const error = failing("once");
    const numbers = await Promise.all([
      reportCrash("UNCAUGHT", error),
      reportCrash("CAUGHT", error),
      reportCrash("CAUGHT", failing("once")),
    ]);
    expect(numbers).toEqual(["7k2m9qxt", "7k2m9qxt", "7k2m9qxt"]);
    expect(sent()).toHaveLength(1);
  });

  it("sends five reports per visit", async () => {
    const { reportCrash } = await visit();
    const numbers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => reportCrash("UNCAUGHT", failing(`error ${index}`))),
    );
    expect(numbers.filter(Boolean)).toHaveLength(5);
    expect(sent()).toHaveLength(5);
  });

  it("sends no address, query or long number", async () => {
    const { reportCrash } = await visit();
    const stack = [
      "    at Xe (https://funray.example/assets/Cart-Bx3f_a91.js:12:345)",
      "open@https://funray.example/assets/Cart-Bx3f_a91.js?retry=1:6:7",
      "    at https://funray.example/gifts/secret?claim=secret:1:2",
    ].join("\n");
    const message = "no card 4111 1111 1111 1111 at /signin?email=ann@home.example";
    await reportCrash("UNCAUGHT", failing(message, stack));
    expect(sent()[0]).toMatchObject({
      message: "no card <number> at /signin",
      stack: `Error: no card <number> at /signin
    at Xe (Cart-Bx3f_a91.js:12:345)
open@Cart-Bx3f_a91.js:6:7
    at <address>`,
    });
  });

  it("cuts texts to the length that the server takes", async () => {
    const { reportCrash } = await visit();
    await reportCrash("UNCAUGHT", failing("x".repeat(2000), "y".repeat(9000)));
    expect(sent()[0]?.message).toHaveLength(500);
    expect(sent()[0]?.stack).toHaveLength(4000);
  });

  it.each([
    ["a refused call", Object.assign(failing("403"), { name: "ApiError" })],
    ["a cancelled call", new DOMException("", "AbortError")],
    ["something that is no error", "text"],
    ["an error of an extension", failing("x", "at chrome-extension://abc/a.js:1:2")],
  ])("sends nothing about %s", async (_, error) => {
    const { reportCrash } = await visit();
    await expect(reportCrash("REJECTION", error)).resolves.toBeUndefined();
    expect(sent()).toEqual([]);
  });

  it("gives no number when the server refuses the report or can't be reached", async () => {
    const { reportCrash } = await visit();
    answer.mockImplementationOnce(async () => new Response(null, { status: 429 }));
    await expect(reportCrash("UNCAUGHT", failing("one"))).resolves.toBeUndefined();
    answer.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(reportCrash("UNCAUGHT", failing("two"))).resolves.toBeUndefined();
  });
});

describe("hearCrashes", () => {
  it("reports uncaught errors and rejections", async () => {
    const { hearCrashes } = await visit();
    hearCrashes();
    window.dispatchEvent(new ErrorEvent("error", { error: failing("one"), cancelable: true }));
    window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: failing("two") }));
    await vi.waitFor(() => expect(sent().map(({ kind }) => kind)).toEqual(["UNCAUGHT", "REJECTION"]));
  });
});

describe("crashHandlers", () => {
  it("report and log errors of React's root", async () => {
    const { crashHandlers } = await visit();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const uncaught = vi.fn();
    vi.stubGlobal("reportError", uncaught);
    crashHandlers.onCaughtError(failing("one"));
    crashHandlers.onUncaughtError(failing("two"));
    await vi.waitFor(() => expect(sent().map(({ kind }) => kind)).toEqual(["CAUGHT", "UNCAUGHT"]));
    expect(logged).toHaveBeenCalledOnce();
    expect(uncaught).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});
