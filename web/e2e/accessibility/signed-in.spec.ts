import { expectOpenToEverybody } from "../support/axe.ts";
import { openSession } from "../support/openSession.ts";
import { demo, signIn, tenantLabel } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

test("the sheets and dialogs of users are accessible", async ({ page, say, brand }) => {
  await openSession(page, demo("super@demo.test"));
  await page.goto("/admin/users");
  await page.getByRole("link", { name: say("users_add") }).click();
  const sheet = page.getByRole("dialog", { name: say("users_add") });
  await sheet.getByRole("combobox", { name: tenantLabel(say, brand) }).click();
  await expect(sheet.getByRole("listbox", { name: tenantLabel(say, brand) })).toBeVisible();
  await expectOpenToEverybody(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.goto("/admin/users?searchText=Gagnon");
  await page.getByRole("link", { name: "Marc Gagnon", exact: true }).click();
  // The heading takes the focus once the page has loaded, which would close an open menu.
  await expect(page.getByRole("heading", { level: 1, name: "Marc Gagnon" })).toBeFocused();
  await page.getByRole("button", { name: say("cases_actions"), exact: true }).click();
  await page.getByRole("button", { name: say("users_send_reset") }).click();
  await expect(page.getByRole("dialog", { name: say("users_administration") })).toBeVisible();
  await expectOpenToEverybody(page);
});

test("the menu of the admin portal is accessible on a phone", async ({ page, say, isPhone }) => {
  test.skip(!isPhone);
  await signIn(page, say, demo("super@demo.test"));
  // The navigation after signing in would close the menu.
  await expect(page.getByRole("heading", { level: 1, name: say("dashboard_title") })).toBeVisible();
  await page.getByRole("button", { name: say("admin_menu") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectOpenToEverybody(page);
});
