// Nobody waits for two round trips one after the other that could run side by side. The calls of a page are held until its
// code is there and it asks nothing more; what it asks for only after their replies has waited for one of them.
import type { Page, Route } from "@playwright/test";
import { cataloguePages, peoplesPages, publicPages } from "../support/pages.ts";
import { demo, signIn } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

/** What is asked for after another reply, and why. May only shrink. */
const dependent: readonly RegExp[] = [
  // The header's picker, which no page waits for: the layout stands once its page has what it needs.
  /^GET \/api\/v1\/Public\/Regions$/,
];

/** The calls that a page makes to be shown, in the order in which they wait for each other. */
async function wavesOf(page: Page, path: string): Promise<string[][]> {
  const held: Route[] = [];
  const codeUnderWay = new Set<unknown>();
  page.on("request", (asked) => asked.resourceType() === "script" && codeUnderWay.add(asked));
  page.on("requestfinished", (asked) => void codeUnderWay.delete(asked));
  page.on("requestfailed", (asked) => void codeUnderWay.delete(asked));
  await page.route("**/api/v1/**", (route) => void held.push(route));
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
  return waves;
}

/** What was asked for only after another reply. */
function waited(waves: readonly string[][]): string[] {
  const late = waves.slice(1).flat();
  return late.filter((call) => !dependent.some((pattern) => pattern.test(call)));
}

for (const path of publicPages) {
  test(`round trips: ${path} asks for everything at once`, async ({ page }) => {
    expect(waited(await wavesOf(page, path))).toEqual([]);
  });
}

for (const [email, paths] of [...cataloguePages, ...peoplesPages]) {
  test(`round trips: ${paths[0]} and more of ${email} ask for everything at once`, async ({
    page,
    say,
    brand,
  }) => {
    test.skip(brand !== "funray", "who is signed in is asked for the same under both brands");
    await signIn(page, say, demo(email));
    const late: Record<string, string[]> = {};
    for (const path of paths) {
      const found = waited(await wavesOf(page, path));
      if (found.length > 0) late[path] = found;
    }
    expect(late).toEqual({});
  });
}
