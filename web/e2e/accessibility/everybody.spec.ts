import type { Locator, Page } from "@playwright/test";
import { expectNothingBesideTheScreen, expectOpenToEverybody, findFaults } from "../support/axe.ts";
import { holdCalls } from "../support/held.ts";
import { expect, test, wordsOf } from "../support/story.ts";

/** The style guide is in English in every story. */
const sayInGuide = wordsOf("en");

test("a form with errors is accessible", async ({ page, say }) => {
  await page.goto("/register");
  await page
    .getByRole("main")
    .getByRole("button", { name: say("account_register"), exact: true })
    .click({ force: true });
  await expect(page.getByText(say("account_agree_required"))).toBeVisible();
  await expectOpenToEverybody(page);
});

test("a page that is still loading is accessible", async ({ page, say }) => {
  const goOn = await holdCalls(page, "**/api/v1/Public/Regions");
  await page.goto("/about");
  const bar = page.getByRole("progressbar", { name: say("kit_loading") });
  await expect(bar).toBeAttached();
  expect(await findFaults(page)).toEqual([]);
  await goOn();
  await expect(bar).toHaveCount(0);
});

test("the contact dialog is accessible", async ({ page }) => {
  await page.goto("/?support=show");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectOpenToEverybody(page);
});

test("the menu of phones is accessible", async ({ page, isPhone, say }) => {
  test.skip(!isPhone);
  await page.goto("/");
  await page.getByRole("button", { name: say("shell_menu") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectOpenToEverybody(page);
});

test("every component of the kit is accessible and fits the screen", async ({ page, styleguideUrl }) => {
  await page.goto(styleguideUrl);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);
});

/** Opens each overlay of the style guide and returns it. */
const overlays: Record<string, (page: Page) => Promise<Locator>> = {
  "a dialog": async (page) => {
    await page.getByRole("button", { name: "medium" }).click();
    return page.getByRole("dialog", { name: "Frequently asked" });
  },
  "a large dialog": async (page) => {
    await page.getByRole("button", { name: "large", exact: true }).click();
    return page.getByRole("dialog", { name: "Frequently asked" });
  },
  "a question": async (page) => {
    await page.getByRole("button", { name: "confirm" }).click();
    return page.getByRole("dialog", { name: "Deactivate Vendor" });
  },
  "the question before changes are lost": async (page) => {
    await page.getByRole("button", { name: "unsaved" }).click();
    return page.getByRole("dialog", { name: sayInGuide("kit_unsaved_title") });
  },
  "a sheet": async (page) => {
    await page.getByRole("button", { name: "Open the sheet" }).click();
    return page.getByRole("dialog", { name: "Add User" });
  },
  "a list to choose from": async (page) => {
    await page.getByRole("combobox", { name: "Assign Vendor or Charity" }).click();
    return page.getByRole("listbox", { name: "Assign Vendor or Charity" });
  },
};

test("every overlay and message of the kit is open to everybody", async ({ page, styleguideUrl }) => {
  await page.goto(styleguideUrl);
  for (const [name, open] of Object.entries(overlays)) {
    await test.step(name, async () => {
      const overlay = await open(page);
      await expect(overlay).toBeVisible();
      await expectOpenToEverybody(page);
      await page.keyboard.press("Escape");
      await expect(overlay).toBeHidden();
    });
  }
  for (const kind of ["Success", "Error", "Info"]) {
    await page.getByRole("button", { name: kind, exact: true }).click();
  }
  await expect(page.getByText("Your card is on its way. It usually arrives within 1 hour.")).toBeVisible();
  await expectOpenToEverybody(page);
});
