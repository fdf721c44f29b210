import { demo, newAddress, signIn, tenantLabel } from "../support/people.ts";
import { expect, messageOf, test } from "../support/story.ts";

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

  test("a dialog keeps the focus and returns it", async ({ page, say, isPhone }) => {
    await page.goto("/about");
    const opener = page.getByRole("contentinfo").getByRole("button", { name: say("shell_contact") });
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: say("shell_contact") });
    // On a phone, focusing a field would open the keyboard over the dialog.
    const first = dialog.getByLabel(say("field_first_name"));
    const title = dialog.getByRole("heading", { name: say("shell_contact") });
    await expect(isPhone ? title : first).toBeFocused();
    // After the last element, the focus may go to the browser's toolbar but never to the page behind.
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

  test("a manager invites a colleague", async ({ page, say, brand, isPhone }) => {
    test.skip(isPhone);
    await signIn(page, say, demo("super@demo.test"));
    await page.goto("/admin/users");
    await page.getByRole("link", { name: say("users_add") }).focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: say("users_add") });
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("link", { name: say("users_add") })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(sheet.getByLabel(say("field_first_name"))).toBeFocused();
    for (const text of ["Kim", "Keys", newAddress("kim")]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await expect(sheet.getByLabel(say("users_assign_role"))).toBeFocused();
    await page.keyboard.type(say("users_role_manager"));
    await page.keyboard.press("Tab");
    const tenant = sheet.getByRole("combobox", { name: tenantLabel(say, brand) });
    await expect(tenant).toBeFocused();
    await page.keyboard.type("maple");
    await expect(sheet.getByRole("option", { name: "Maple Leaf Books" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(tenant).toHaveValue("Maple Leaf Books");
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: say("kit_unsaved_title") });
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await sheet.getByRole("button", { name: say("users_invite") }).focus();
    await page.keyboard.press("Enter");
    await expect(messageOf(page, say("users_created"))).toBeVisible();
  });
});
