import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./story.ts";

export async function findFaults(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** All that axe knows on a light screen; on a dark one only the colours are other ones. */
export async function expectOpenToEverybody(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  expect(await findFaults(new AxeBuilder({ page }))).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findFaults(new AxeBuilder({ page }).withRules("color-contrast"))).toEqual([]);
}

export async function expectNothingBesideTheScreen(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}
