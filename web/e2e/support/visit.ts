// Checks that all pages must pass, in one visit.
import type { Page } from "@playwright/test";
import { expectOpenToEverybodyAndFingers, expectWholeOnAnyScreen } from "./axe.ts";
import { openInOneRoundTrip } from "./roundTrips.ts";
import { expect, test } from "./story.ts";

/** Expects that the page is rendered, fits the screen, has no axe violations and no controls that are too small. */
export async function expectGoodPage(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectWholeOnAnyScreen(page);
  await expectOpenToEverybodyAndFingers(page);
}

/** Applies `expectGoodPage` to each path, and expects that the page requests its data in parallel. */
export async function visitAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await openInOneRoundTrip(page, path);
      await expectGoodPage(page);
    });
  }
}
