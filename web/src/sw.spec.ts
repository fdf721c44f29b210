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
      match: async (path: string) => parts.get(path)?.clone(),
      keys: async () => [...parts.keys()].map((path) => ({ url: origin + path })),
      put: async (path: string, part: Response) => void parts.set(path, part),
      delete: async (path: string) => parts.delete(path),
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
/** Files that the server lacks. */
let missing: Set<string>;
/** The language that the user chose. */
let chosen: string | undefined;
const network = vi.fn<(asked: string | { url: string }) => Promise<Response>>();

/** HTML of a release: its entry script, and a file of the same release. */
const htmlOf = (release: string) =>
  `<html lang="en"><script type="module" crossorigin src="${release}"></script>
<link rel="modulepreload" href="${release.replace("main", "wallet")}">`;

async function answer(asked: string | { url: string }): Promise<Response> {
  const path = pathOf(asked);
  if (missing.has(path)) return new Response("", { status: 404 });
  const headers = { date: new Date().toUTCString() };
  return new Response(path.startsWith("/transactions") ? htmlOf(served) : path, { headers });
}

async function tell(data: object): Promise<void> {
  let done: Promise<unknown> = Promise.resolve();
  listeners["message"]?.({ data, waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
}

/** Opens a page. `work` is what the worker does after answering. */
function openPage(path: string, mode = "navigate"): { page: Promise<Response>; work: Promise<unknown> } {
  const works: Promise<unknown>[] = [];
  const page = new Promise<Response>((resolve, reject) => {
    const request = { method: "GET", mode, url: origin + path };
    const respondWith = (response: Promise<Response>) => void response.then(resolve, reject);
    listeners["fetch"]?.({ request, respondWith, waitUntil: (work: Promise<unknown>) => works.push(work) });
  });
  return { page, work: page.then(() => Promise.all(works)) };
}

const open = (path: string) => openPage(path).page;

const [OLD, NEW] = ["/assets/main-old.js", "/assets/main-new.js"];
const [OLD_PART, NEW_PART] = ["/assets/wallet-old.js", "/assets/wallet-new.js"];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubEnv("BRAND_NAME", "FunRay");
  vi.stubEnv("BRAND_COLOURS", "#fff #000 #fb0 #000");
  caches = new Caches();
  listeners = {};
  served = OLD;
  missing = new Set();
  chosen = undefined;
  network.mockReset().mockImplementation(answer);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", network);
  vi.stubGlobal("location", { origin });
  vi.stubGlobal("cookieStore", { get: async () => (chosen === undefined ? null : { value: chosen }) });
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

/** Paths of the cached HTML and scripts of a release. */
const whole = (...parts: string[]) => [...parts, "/transactions"].toSorted();

describe("messages", () => {
  it("cache the files that a page and the HTML name, and nothing else", async () => {
    await tell({ release: OLD, parts: ["/assets/late.js", "/files/logo/1", "/api/v1/Cards"] });
    expect(caches.paths()).toEqual({
      [`wallet ${OLD}`]: whole(OLD, OLD_PART, "/assets/late.js", "/files/logo/1"),
    });
  });

  it("replace the cache once the next release is complete, and keep pictures", async () => {
    await tell({ release: OLD, parts: ["/files/logo/1"] });
    served = NEW;
    missing.add("/assets/gone.js");
    await tell({ release: NEW, parts: ["/assets/gone.js"] });
    expect(caches.paths()[`wallet ${OLD}`]).toContain("/transactions");
    await tell({ release: NEW, parts: [] });
    expect(caches.paths()).toEqual({ [`wallet ${NEW}`]: whole(NEW, NEW_PART, "/files/logo/1") });
  });

  it("from a page of an old release leave its files for it, and cache the new release", async () => {
    await tell({ release: OLD, parts: [] });
    served = NEW;
    await tell({ release: OLD, parts: ["/assets/other.js"] });
    expect(caches.paths()).toEqual({
      [`wallet ${OLD}`]: [OLD, OLD_PART],
      [`wallet ${NEW}`]: whole(NEW, NEW_PART),
    });
  });

  it.each([1, 2])("that clear the data during fetch %i leave no empty cache", async (at) => {
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
  });
});

const hang = () => network.mockImplementation(() => new Promise(() => undefined));
const DAY = 24 * 60 * 60 * 1000;

/** Returns after how many milliseconds a page is shown. */
async function delayOf(page: Promise<Response>): Promise<number> {
  const began = Date.now();
  const showing = page.then(() => Date.now() - began);
  await vi.advanceTimersByTimeAsync(10_000);
  return showing;
}

describe("a page of the wallet", () => {
  beforeEach(() => tell({ release: OLD, parts: [] }));

  it.each(["/transactions", "/transactions/ten_1/crd_1"])(
    "is shown from the cache without waiting for the network: %s",
    async (path) => {
      hang();
      expect(await (await open(path)).text()).toContain(OLD);
    },
  );

  it("is of a newer release the next time, of which one HTML is cached", async () => {
    served = NEW;
    const { page, work } = openPage("/transactions/ten_1/crd_1");
    expect(await (await page).text()).toContain(OLD);
    await work;
    expect(caches.paths()).toEqual({
      [`wallet ${OLD}`]: [OLD, OLD_PART],
      [`wallet ${NEW}`]: whole(NEW, NEW_PART),
    });
    hang();
    expect(await (await open("/transactions")).text()).toContain(NEW);
  });

  it("waits a second for the network while a newer release is known but incomplete", async () => {
    served = NEW;
    missing.add(NEW_PART);
    await openPage("/transactions").work;
    expect(await (await open("/transactions")).text()).toContain(NEW);
    hang();
    const opening = open("/transactions");
    expect(await delayOf(opening)).toBe(1_000);
    expect(await (await opening).text()).toContain(OLD);
  });

  it("waits a second for the network if the cache was last compared with it more than three days ago", async () => {
    await vi.advanceTimersByTimeAsync(2 * DAY);
    await openPage("/transactions").work;
    hang();
    await vi.advanceTimersByTimeAsync(3 * DAY - 1_000);
    await open("/transactions");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await delayOf(open("/transactions"))).toBe(1_000);
  });

  it("waits a second for the network if the user chose another language", async () => {
    chosen = "en";
    hang();
    await open("/transactions");
    chosen = "fr";
    expect(await delayOf(open("/transactions"))).toBe(1_000);
  });

  it("waits a second for the network if the browser doesn't tell the language", async () => {
    vi.stubGlobal("cookieStore", undefined);
    hang();
    expect(await delayOf(open("/transactions"))).toBe(1_000);
  });

  it("is the network's if the cache is too old, and the network answers", async () => {
    await vi.advanceTimersByTimeAsync(4 * DAY);
    served = NEW;
    const { page, work } = openPage("/transactions");
    expect(await (await page).text()).toContain(NEW);
    await work;
    expect(caches.paths()[`wallet ${NEW}`]).toEqual(whole(NEW, NEW_PART));
  });

  it("leaves nothing in the cache if the user signs out while it is compared", async () => {
    const release = vi.fn<() => void>();
    network.mockImplementation(async (asked) => {
      await new Promise<void>((resolve) => release.mockImplementation(resolve));
      return answer(asked);
    });
    const { page, work } = openPage("/transactions");
    await page;
    await tell({ forgets: true });
    release();
    await work;
    expect(caches.paths()).toEqual({});
  });
});

describe("other pages", () => {
  it("lead from the home screen to the cached wallet if the network hangs", async () => {
    await tell({ release: OLD, parts: [] });
    vi.spyOn(Response, "redirect").mockImplementation((to) => new Response(`to ${String(to)}`));
    hang();
    const opening = open("/");
    expect(await delayOf(opening)).toBe(1_000);
    expect(await (await opening).text()).toBe("to /transactions");
  });

  it("are the offline page after 8 s if the network hangs", async () => {
    vi.stubGlobal("navigator", { language: "en-CA" });
    hang();
    const opening = open("/orders");
    expect(await delayOf(opening)).toBe(8_000);
    expect(await (await opening).text()).toContain("This page needs a network.");
    expect(caches.paths()).toEqual({});
  });

  it("are the network's while it answers", async () => {
    await tell({ release: OLD, parts: [] });
    expect(await (await open("/")).text()).toBe("/");
  });
});

it("sw: reports a file that can't be fetched as a network error, not one of the worker", async () => {
  network.mockRejectedValue(new TypeError("The page was left"));
  expect((await openPage("/assets/late.js", "cors").page).type).toBe("error");
});
