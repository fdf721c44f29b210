// Checks that pages request all their data in parallel. The calls of a page are delayed until its code has loaded and it
// requests nothing more. Each request after the first replies had to wait for one of them.
import type { Page, Request } from "@playwright/test";
import { pauseCalls } from "./pausedCalls.ts";
import { expect } from "./story.ts";

/** Calls that may depend on another reply. This list may only shrink. */
const dependent: readonly RegExp[] = [
  // Region picker of the header. The page doesn't wait for it.
  /^GET \/api\/v1\/Public\/Regions$/,
];

/** Returns the calls of a page, grouped by how many replies they waited for. */
async function wavesOf(page: Page, path: string): Promise<string[][]> {
  const codeUnderWay = new Set<Request>();
  const begin = (asked: Request) => void (asked.resourceType() === "script" && codeUnderWay.add(asked));
  const end = (asked: Request) => void codeUnderWay.delete(asked);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  const paused = await pauseCalls(page);
  // Two URLs that differ only in the fragment are one document, so the second would not load.
  await page.goto("about:blank");
  await page.goto(path, { waitUntil: "domcontentloaded" });

  /** Waits until all code has loaded and the page is idle, twice in a row. */
  const settled = async () => {
    for (let quiet = 0; quiet < 2;) {
      const [calls, parts] = [paused.count(), codeUnderWay.size];
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      quiet = parts === 0 && codeUnderWay.size === 0 && paused.count() === calls ? quiet + 1 : 0;
    }
  };
  const waves: string[][] = [];
  for (await settled(); paused.count() > 0; await settled()) waves.push(await paused.release());
  await paused.end();
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
  return waves;
}

/** Returns the calls that waited for another reply, without the permitted ones. */
function waited(waves: readonly string[][]): string[] {
  const late = waves.slice(1).flat();
  return late.filter((call) => !dependent.some((pattern) => pattern.test(call)));
}

/** A real dependency occurs on each try; on a busy machine a page may only seem idle before its request. */
const TRIES = 6;

/** Opens the page and expects that it requests all its data at once. */
export async function openInOneRoundTrip(page: Page, path: string): Promise<void> {
  let late: string[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    late = waited(await wavesOf(page, path));
    if (late.length === 0) return;
  }
  expect(late, `${path} waits for one reply before it asks for more`).toEqual([]);
}
