// Checks that all pages must pass, in one visit.
import type { Page, Request } from "@playwright/test";
import { expectOpenToEverybodyAndFingers, expectWholeOnAnyScreen } from "./axe.ts";
import { expect, test } from "./story.ts";

/** Expects that the page is rendered, fits the screen, has no axe violations and no controls that are too small. */
export async function expectGoodPage(page: Page): Promise<void> {
  // If a sheet is open over its list, the sheet's heading counts.
  await expect(page.locator("h1, dialog[open] h2").last()).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectWholeOnAnyScreen(page);
  await expectOpenToEverybodyAndFingers(page);
}

/** Code and replies that a page still waits for. */
function requestsUnderWay(page: Page) {
  const underWay = new Set<Request>();
  const begin = (asked: Request) =>
    void (["script", "fetch", "xhr"].includes(asked.resourceType()) && underWay.add(asked));
  const end = (asked: Request) => void underWay.delete(asked);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  return {
    underWay,
    stop: () => page.off("request", begin).off("requestfinished", end).off("requestfailed", end),
  };
}

/** Goes to a page of the app like its own links do, and waits until it is idle. */
async function follow(page: Page, path: string, underWay: ReadonlySet<Request>): Promise<void> {
  await page.evaluate((place) => {
    // The router counts its entries, and warns of any that it can't place.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    const state = { idx: idx + 1 };
    history.pushState(state, "", place);
    dispatchEvent(new PopStateEvent("popstate", { state }));
  }, path);
  for (let quiet = 0; quiet < 2;) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    quiet = underWay.size === 0 ? quiet + 1 : 0;
  }
}

/**
 * Looks at pages of one address. The first one is loaded, the others are opened within the app: loading them costs several
 * times more, and matters only to stories about loading.
 */
export async function lookAtEach(
  page: Page,
  paths: readonly string[],
  look: (path: string) => Promise<void>,
): Promise<void> {
  const { underWay, stop } = requestsUnderWay(page);
  for (const [place, path] of paths.entries()) {
    await test.step(path, async () => {
      if (place === 0) await page.goto(path);
      else await follow(page, path, underWay);
      await look(path);
    });
  }
  stop();
}

/** Applies `expectGoodPage` to each path. */
export const visitAll = (page: Page, paths: readonly string[]) =>
  lookAtEach(page, paths, () => expectGoodPage(page));
