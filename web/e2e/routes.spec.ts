import { expect, test } from "./support/story.ts";

test.describe("the way around", () => {
  for (const path of ["/no-such-page", "/charities/1/2/3/4", "/admin/nothing/here"]) {
    test(`${path} is nowhere and leads to the landing page`, async ({ page, brand, say }) => {
      await page.goto(path);
      await expect(page).toHaveURL(/:\d+\/$/);
      await expect(page).toHaveTitle(new RegExp(say(`landing_${brand}_title`)));
    });
  }

  test("a new page is announced, its heading takes the focus, and back returns to where one was", async ({
    page,
    say,
  }) => {
    await page.goto("/");
    // The page has its height once the logos are there.
    await expect(page.getByRole("main").getByRole("status")).toHaveCount(0);
    const link = page.getByRole("contentinfo").getByRole("link", { name: say("shell_refund") });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await link.click();
    await expect(page).toHaveURL(/\/refund-only$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.locator("[aria-live=polite][data-announcer]")).toHaveText(await page.title());
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });

  test("a page that the browser opens is left to the browser", async ({ page }) => {
    await page.goto("/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[data-announcer]")).toBeEmpty();
  });
});
