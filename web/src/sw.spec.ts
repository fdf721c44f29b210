import { beforeEach, describe, expect, it, vi } from "vitest";

const origin = "https://funray.test";
const pathOf = (asked: string | { url: string }) =>
  (typeof asked === "string" ? asked : asked.url).replace(origin, "");

/** Fake of the browser's caches, with the methods that the worker uses. */
class Caches {
  held = new Map<string, Map<string, Response>>();
  keys = async () => [...this.held.keys()];
  delete = async (name: string) => this.held.delete(name);
  match = async (path: string) =>
    [...this.held.values()]
      .map((parts) => parts.get(path))
      .find(Boolean)
      ?.clone();
  open = async (name: string) => {
    const parts = this.held.get(name) ?? new Map<string, Response>();
    this.held.set(name, parts);
    return {
      keys: async () => [...parts.keys()].map((path) => ({ url: origin + path })),
      put: async (path: string, part: Response) => void parts.set(path, part),
    };
  };
  paths = () =>
    Object.fromEntries([...this.held].map(([name, parts]) => [name, [...parts.keys()].toSorted()]));
}

type Listener = (event: object) => void;

let caches: Caches;
let listeners: Record<string, Listener>;
/** Script of the release that the server currently serves. */
let served: string;
const network = vi.fn<(asked: string | { url: string }) => Promise<Response>>();

async function answer(asked: string | { url: string }): Promise<Response> {
  const path = pathOf(asked);
  if (path.startsWith("/assets/gone")) return new Response("", { status: 404 });
  return new Response(path === "/transactions" ? `<script src="${served}">` : path);
}

async function tell(data: object): Promise<void> {
  let done: Promise<unknown> = Promise.resolve();
  listeners["message"]?.({ data, waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
}

function open(path: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = { method: "GET", mode: "navigate", url: origin + path };
    const respondWith = (response: Promise<Response>) => void response.then(resolve, reject);
    listeners["fetch"]?.({ request, respondWith });
  });
}

const [OLD, NEW] = ["/assets/main-old.js", "/assets/main-new.js"];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubEnv("BRAND_NAME", "FunRay");
  caches = new Caches();
  listeners = {};
  served = OLD;
  network.mockReset().mockImplementation(answer);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", network);
  vi.stubGlobal("location", { origin });
  vi.stubGlobal(
    "Request",
    class {
      url: string;
      constructor(path: string) {
        this.url = origin + path;
      }
    },
  );
  vi.stubGlobal("addEventListener", (name: string, listener: Listener) => (listeners[name] = listener));
  await import("./sw");
});

describe("keep", () => {
  it("caches the files with the HTML, and nothing else", async () => {
    await tell({ release: OLD, parts: [OLD, "/files/logo/1", "/api/v1/Cards"] });
    expect(caches.paths()).toEqual({ [`wallet ${OLD}`]: [OLD, "/files/logo/1", "/transactions"] });
  });

  it("replaces the cache once the next release is complete, and keeps pictures", async () => {
    await tell({ release: OLD, parts: [OLD, "/files/logo/1"] });
    served = NEW;
    await tell({ release: NEW, parts: [NEW, "/assets/gone.js"] });
    expect(caches.paths()[`wallet ${OLD}`]).toContain("/transactions");
    await tell({ release: NEW, parts: [NEW] });
    expect(caches.paths()).toEqual({ [`wallet ${NEW}`]: [NEW, "/files/logo/1", "/transactions"] });
  });

  it("changes nothing when an old tab sends its files after a new release", async () => {
    await tell({ release: OLD, parts: [OLD] });
    served = NEW;
    await tell({ release: OLD, parts: [OLD, "/assets/other.js"] });
    expect(caches.paths()).toEqual({ [`wallet ${OLD}`]: [OLD, "/outdated", "/transactions"] });
  });

  it.each([1, 2])(
    "is cancelled by clearing the data during fetch %i, and leaves no empty cache",
    async (at) => {
      let forgetting: Promise<void> | undefined;
      let fetches = 0;
      network.mockImplementation(async (asked) => {
        fetches += 1;
        if (fetches === at) forgetting = tell({ forgets: true });
        return answer(asked);
      });
      await tell({ release: OLD, parts: [OLD] });
      await forgetting;
      expect(caches.paths()).toEqual({});
    },
  );
});

const hang = () => network.mockImplementation(() => new Promise(() => undefined));

describe("fetchPage", () => {
  it.each(["/transactions", "/transactions/ten_1/crd_1"])(
    "returns the cached HTML after 1 s if the network hangs: %s",
    async (path) => {
      await tell({ release: OLD, parts: [OLD] });
      hang();
      const opening = open(path);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await (await opening).text()).toContain(OLD);
    },
  );

  it("waits 3 s for the network if that has a newer release", async () => {
    await tell({ release: OLD, parts: [OLD] });
    served = NEW;
    await tell({ release: OLD, parts: [OLD] });
    hang();
    const shown = vi.fn();
    const opening = open("/transactions").then(shown);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await opening;
    expect(shown).toHaveBeenCalled();
  });

  it("redirects from the home screen to the cached wallet if the network hangs", async () => {
    await tell({ release: OLD, parts: [OLD] });
    vi.spyOn(Response, "redirect").mockImplementation((to) => new Response(`to ${String(to)}`));
    hang();
    const opening = open("/");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await (await opening).text()).toBe("to /transactions");
  });

  it("returns the offline page after 8 s if nothing is cached", async () => {
    vi.stubGlobal("navigator", { language: "en-CA" });
    hang();
    const opening = open("/orders");
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await (await opening).text()).toContain("This page needs a network.");
    expect(caches.paths()).toEqual({});
  });

  it("returns the network's page while the network answers", async () => {
    await tell({ release: OLD, parts: [OLD] });
    served = NEW;
    expect(await (await open("/transactions")).text()).toContain(NEW);
  });
});
