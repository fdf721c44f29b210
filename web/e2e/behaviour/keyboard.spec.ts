import { demo } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

test.describe("with a keyboard alone", () => {
  test("a visitor skips to the content", async ({ page, say }) => {
    await page.goto("/about");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: say("shell_skip") });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const isInMain = await page.evaluate(() =>
      document.querySelector("main")?.contains(document.activeElement),
    );
    expect(isInMain).toBe(true);
  });

  test("a visitor sees the focus at every stop", async ({ page }) => {
    await page.goto("/");
    const stops = await page.locator("a[href]:visible, button:visible, select:visible").count();
    expect(stops).toBeGreaterThan(10);
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      const ring = await focused.evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return `${outlineStyle} ${outlineWidth}`;
      });
      const description = await focused.evaluate((element) => element.outerHTML.slice(0, 120));
      expect(ring, description).toMatch(/^solid [1-9]/);
    }
  });

  test("a visitor signs in", async ({ page, say }) => {
    const buyer = demo("buyer2@demo.test");
    await page.goto("/signin");
    const email = page.getByLabel(say("field_email"), { exact: true });
    await email.focus();
    await page.keyboard.type(buyer.email);
    await page.keyboard.press("Tab");
    await expect(page.getByLabel(say("account_password"), { exact: true })).toBeFocused();
    await page.keyboard.type(buyer.password);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: say("form_show_password") })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByLabel(say("account_password"), { exact: true })).toHaveAttribute("type", "text");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});
