// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importWith, loadCode, reloadWhenOutdated } from "./missingCode";

const reload = vi.fn();
const answer = vi.fn<typeof fetch>();

function page(script: string): Response {
  return new Response(`<script type="module" src="${script}"></script>`);
}

/** Sends the event that Vite fires when code or a style could not be loaded. */
async function missPiece(): Promise<void> {
  window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
  await vi.waitFor(() => undefined);
}

const gone = () => Promise.reject(new Error("Failed to fetch dynamically imported module"));

reloadWhenOutdated(reload);

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  vi.stubGlobal("fetch", answer);
});

afterEach(() => {
  sessionStorage.clear();
  reload.mockReset();
  answer.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("loadCode", () => {
  it("returns the loaded code", async () => {
    await expect(loadCode(async () => 1)).resolves.toBe(1);
  });

  it("tries again after a failure", async () => {
    const load = vi.fn(gone).mockImplementationOnce(gone);
    load.mockImplementationOnce(async () => 2 as never);
    await expect(loadCode(load)).resolves.toBe(2);
  });

  it("fails when the second attempt fails, and doesn't reload", async () => {
    answer.mockImplementation(async () => page("/assets/index-old.js"));
    await expect(loadCode(gone)).rejects.toThrow("Failed to fetch");
    expect(reload).not.toHaveBeenCalled();
  });

  it("fails after a timeout, without a second attempt", async () => {
    vi.useFakeTimers();
    const hang = vi.fn<() => Promise<never>>(() => new Promise(() => undefined));
    const loading = loadCode(hang).catch((cause: unknown) => cause);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await loading).toMatchObject({ name: "MissingCode", isLate: true });
    expect(hang).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it("never settles while the page is being reloaded", async () => {
    answer.mockImplementation(async () => page("/assets/index-new.js"));
    const ended = vi.fn();
    void loadCode(gone).then(ended, ended);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(ended).not.toHaveBeenCalled();
  });
});

describe("importWith", () => {
  it("imports again what could not be loaded, if the server has it", async () => {
    answer.mockResolvedValue(new Response());
    const cause = new TypeError("Failed to fetch: https://funray.test/assets/X.js");
    const load = vi.fn<() => Promise<number>>().mockRejectedValueOnce(cause).mockResolvedValueOnce(2);
    await expect(importWith(load)).resolves.toBe(2);
  });
});

describe("reloadWhenOutdated", () => {
  it("reloads the app once when there is a new release", async () => {
    answer.mockImplementation(async () => page("/assets/index-new.js"));
    await missPiece();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    await missPiece();
    expect(answer).toHaveBeenCalledOnce();
    expect(reload).toHaveBeenCalledOnce();
  });

  it("doesn't reload without a network", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await missPiece();
    expect(answer).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ["nobody answers", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the server is in trouble", async () => new Response("", { status: 503 })],
    ["the release is the same", async () => page("/assets/index-old.js")],
  ])("doesn't reload when %s", async (_, answered) => {
    answer.mockImplementation(answered);
    await missPiece();
    await vi.waitFor(() => expect(answer).toHaveBeenCalledOnce());
    expect(reload).not.toHaveBeenCalled();
  });

  it("passes on errors of the code itself", () => {
    const event = new Event("vite:preloadError", { cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});
