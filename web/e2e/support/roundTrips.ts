// Checks that a page makes independent calls in parallel. All calls are held until the page's code is loaded and it sends no
// more; a call that comes only after their replies has waited for one of them.
import type { Page, Request, Route } from "@playwright/test";
import { expect } from "./story.ts";

/** Calls that depend on another reply, with the reason. This list may only shrink. */
const dependent: readonly RegExp[] = [
  // The header's picker, which no page waits for. The layout renders once its page has its data.
  /^GET \/api\/v1\/Public\/Regions$/,
];

/** The calls that a page makes to be shown, in the order in which they wait for each other. */
async function wavesOf(page: Page, path: string): Promise<string[][]> {
  const held: Route[] = [];
  const codeUnderWay = new Set<Request>();
  const begin = (asked: Request) => void (asked.resourceType() === "script" && codeUnderWay.add(asked));
  const end = (asked: Request) => void codeUnderWay.delete(asked);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.route("**/api/v1/**", (route) => void held.push(route));
  // Two addresses that differ behind their # are one document: the second would load nothing.
  await page.goto("about:blank");
  await page.goto(path, { waitUntil: "domcontentloaded" });

  /** Until the page has all its code and nothing to do, twice in a row. */
  const settled = async () => {
    for (let quiet = 0; quiet < 2;) {
      const [calls, parts] = [held.length, codeUnderWay.size];
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      quiet = parts === 0 && codeUnderWay.size === 0 && held.length === calls ? quiet + 1 : 0;
    }
  };
  const waves: string[][] = [];
  for (await settled(); held.length > 0; await settled()) {
    const wave = held.splice(0);
    waves.push(wave.map((route) => `${route.request().method()} ${new URL(route.request().url()).pathname}`));
    await Promise.all(wave.map((route) => route.continue()));
    await Promise.all(wave.map(async (route) => (await route.request().response())?.finished()));
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
  return waves;
}

/** Lists the calls that came only after another reply. */
function waited(waves: readonly string[][]): string[] {
  const late = waves.slice(1).flat();
  return late.filter((call) => !dependent.some((pattern) => pattern.test(call)));
}

/** Tries of a page: a truly dependent call waits in each of them, while a busy machine can make any call late. */
const TRIES = 6;

/** Opens the page; whatever it asks for, it asks for at once. */
export async function openInOneRoundTrip(page: Page, path: string): Promise<void> {
  let late: string[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    late = waited(await wavesOf(page, path));
    if (late.length === 0) return;
  }
  expect(late, `${path} waits for one reply before it asks for more`).toEqual([]);
}
