import { expect, test } from "./support/story.ts";

test.describe("with a keyboard alone", () => {
  test("one skips to the content", async ({ page, say }) => {
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

  test("one sees at every stop where one is", async ({ page }) => {
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

  test("a dialog keeps the focus and gives it back", async ({ page, say }) => {
    await page.goto("/about");
    const opener = page.getByRole("contentinfo").getByRole("button", { name: say("shell_contact") });
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: say("shell_contact") });
    await expect(dialog).toBeVisible();
    // Past the last stop the browser's own bar may take its turn, but never the page behind.
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press("Tab");
      const isOutside = await dialog.evaluate((element) => {
        const { activeElement } = document;
        return activeElement !== document.body && !element.contains(activeElement);
      });
      expect(isOutside).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});
