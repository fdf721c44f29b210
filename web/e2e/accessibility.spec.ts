import { AxeBuilder } from "@axe-core/playwright";
import type { Page, Route } from "@playwright/test";
import { expect, test } from "./support/story.ts";

const pages = [
  "/",
  "/about",
  "/privacy-policy",
  "/eula-page",
  "/term-of-use",
  "/shipping-only",
  "/refund-only",
];

async function findFaults(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** All that axe knows on a light screen; on a dark one only the colours are other ones. */
async function expectOpenToEverybody(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  expect(await findFaults(new AxeBuilder({ page }))).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findFaults(new AxeBuilder({ page }).withRules("color-contrast"))).toEqual([]);
}

for (const path of pages) {
  test(`${path} is open to everybody`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectOpenToEverybody(page);
  });
}

test("a page that is still loading is open to everybody", async ({ page, say }) => {
  const held: Route[] = [];
  await page.route("**/api/v1/Public/Regions", (route) => {
    held.push(route);
  });
  await page.goto("/about");
  const bar = page.getByRole("progressbar", { name: say("kit_loading") });
  await expect(bar).toBeAttached();
  expect(await findFaults(new AxeBuilder({ page }))).toEqual([]);
  await Promise.all(held.map((route) => route.continue()));
  await expect(bar).toHaveCount(0);
});

test("the contact dialog is open to everybody", async ({ page }) => {
  await page.goto("/?support=show");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectOpenToEverybody(page);
});

test("the menu of phones is open to everybody", async ({ page, isPhone, say }) => {
  test.skip(!isPhone);
  await page.goto("/");
  await page.getByRole("button", { name: say("shell_menu") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectOpenToEverybody(page);
});

test("every piece of the kit is open to everybody", async ({ page, styleguideUrl }) => {
  await page.goto(styleguideUrl);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectOpenToEverybody(page);
});

test("nothing reaches beyond the side of the screen", async ({ page, styleguideUrl }) => {
  for (const path of [...pages, styleguideUrl]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
