import { webcrypto } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

interface Request extends EventTarget {
  result?: unknown;
  error?: Error;
}

function answered(result: unknown): Request {
  const request: Request = Object.assign(new EventTarget(), { result });
  queueMicrotask(() => request.dispatchEvent(new Event("success")));
  return request;
}

const store = { get: () => answered("the key"), add: () => answered(undefined) };
const database = { transaction: () => ({ objectStore: () => store }), close: () => undefined };

const open = vi.fn<() => Request>();

async function browserKeys() {
  vi.resetModules();
  return (await import("./browserKeys")).browserKeys;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("crypto", webcrypto);
  vi.stubGlobal("indexedDB", { open });
  open.mockReset().mockImplementation(() => answered(database));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("browserKeys", () => {
  it.each<[string, () => Request]>([
    [
      "throws",
      () => {
        throw new Error("InvalidStateError");
      },
    ],
    ["never answers", () => new EventTarget()],
  ])("returns the key when the first open %s", async (_, fail) => {
    open.mockImplementationOnce(fail);
    const found = (await browserKeys()).key();
    await vi.runAllTimersAsync();
    expect(await found).toBe("the key");
  });

  it("returns undefined within five seconds when no attempt answers, and tries again the next time", async () => {
    open.mockImplementation(() => new EventTarget());
    const keys = await browserKeys();
    const found = keys.key();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await found).toBeUndefined();
    open.mockImplementation(() => answered(database));
    expect(await keys.key()).toBe("the key");
  });
});
