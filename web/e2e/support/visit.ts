// What every page owes to every visitor, seen in one visit.
import type { Page } from "@playwright/test";
import { expectOpenToEverybody, expectRoomForFingers, expectWholeOnAnyScreen } from "./axe.ts";
import { openInOneRoundTrip } from "./roundTrips.ts";
import { expect, test } from "./story.ts";

/** The page is drawn, stays on the screen, and axe finds nothing, nor anything too small to press. */
export async function expectGoodPage(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectWholeOnAnyScreen(page);
  await expectOpenToEverybody(page);
  await expectRoomForFingers(page);
}

/** The same of many pages, each of which asks for everything at once. */
export async function visitAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await openInOneRoundTrip(page, path);
      await expectGoodPage(page);
    });
  }
}
