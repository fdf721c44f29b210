// Checks of every page in one visit: accessibility, sizes for fingers, and any screen.
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

/** Visits many pages, and checks that each makes its calls in parallel. */
export async function visitAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await openInOneRoundTrip(page, path);
      await expectGoodPage(page);
    });
  }
}
