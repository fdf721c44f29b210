// Checks that all pages must pass, in one visit.
import type { Page } from "@playwright/test";
import { expectOpenToEverybodyAndFingers, expectWholeOnAnyScreen } from "./axe.ts";
import { expect, type Words } from "./story.ts";

/** Expects that a page shows its own content, and neither an error nor another page. */
export async function expectOpened(page: Page, say: Words, path: string): Promise<void> {
  // If a sheet is open over its list, the sheet's heading counts.
  const heading = page.locator("h1, dialog[open] h2").last();
  await expect(heading).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const errors = ["common_missing_title", "common_broken_title", "catalogue_failed"].map((key) => say(key));
  expect(errors, path).not.toContain(await heading.textContent());
  expect(new URL(page.url()).pathname, "nobody is led elsewhere").toBe(path.split(/[?#]/)[0]);
}

/** Expects that the page is rendered, fits the screen, has no axe violations and no controls that are too small. */
export async function expectGoodPage(page: Page): Promise<void> {
  // If a sheet is open over its list, the sheet's heading counts.
  await expect(page.locator("h1, dialog[open] h2").last()).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectWholeOnAnyScreen(page);
  await expectOpenToEverybodyAndFingers(page);
}
