// Measures layout shifts. Replies, fonts and pictures are delayed until the page is idle, when they would shift content.
import type { Page, Route } from "@playwright/test";
import { expect } from "./story.ts";

/** Maximum invisible shift: one hundredth of the screen, moved by a tenth of it. */
const MAX_SHIFT = 0.001;

interface Shifts {
  sum: number;
  /** Descriptions of the shifted elements. */
  moved: string[];
}

type Counting = typeof globalThis & { shifts: Shifts };

/** Starts to count on each page. Call it before the story's first page. */
export async function countLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] };
    (globalThis as Counting).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const places = entry.sources.map(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName} ${element?.className} "${element?.textContent?.slice(0, 30)}"`;
        });
        shifts.sum += entry.value;
        shifts.moved.push(`${entry.value.toFixed(4)} ${places.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Waits until the page has rendered and is idle. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
  });
}

async function release(routes: Route[]): Promise<void> {
  await Promise.all(
    routes.splice(0).map(async (route) => {
      await route.continue();
      await (await route.request().response())?.finished();
    }),
  );
}

const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1;

/** Opens a page, scrolls to its end and back, and expects no layout shifts. */
export async function expectNothingMoves(page: Page, path: string): Promise<void> {
  const replies: Route[] = [];
  const looks: Route[] = [];
  await page.route("**/api/v1/**", (route) => void replies.push(route));
  await page.route(/\.woff2$|\/files\//, (route) => void looks.push(route));
  const shapes = page.locator("main .skeleton");

  await page.goto(path, { waitUntil: "domcontentloaded" });
  await expect(async () => {
    await rest(page);
    await release(replies);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible({ timeout: 100 });
  }).toPass();
  for (let hasMore = true; hasMore;) {
    await rest(page);
    hasMore = replies.length + looks.length > 0;
    await release(replies.length > 0 ? replies : looks);
  }
  do {
    await page.evaluate(() => scrollBy(0, innerHeight * 0.7));
    await rest(page);
    await release(replies);
    await rest(page);
    await release(looks);
    // A list loads more when its end has been visible for a moment.
    const isGrowing = (await page.evaluate(isAtEnd)) && (await shapes.count()) > 0;
    if (isGrowing) await expect.poll(() => replies.length).toBeGreaterThan(0);
  } while (replies.length > 0 || !(await page.evaluate(isAtEnd)));
  await page.evaluate(() => scrollTo(0, 0));
  await rest(page);

  const { sum, moved } = await page.evaluate(() => (globalThis as Counting).shifts);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  expect(sum, `${path} moves:\n${moved.join("\n")}`).toBeLessThanOrEqual(MAX_SHIFT);
}
