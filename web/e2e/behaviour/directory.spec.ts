// Regions, organization types and categories, which only super administrators maintain.
import { openSession } from "../support/openSession.ts";
import { demo } from "../support/people.ts";
import { choose, openRow } from "../support/rows.ts";
import { expect, messageOf, test } from "../support/story.ts";

test("a region is found as a place, added, changed and deactivated, in part by keyboard alone", async ({
  page,
  say,
}) => {
  const name = `Moose ${crypto.randomUUID().slice(0, 8)}`;
  await openSession(page, demo("super@demo.test"));
  await page.goto("/admin/regions");
  await page.getByRole("link", { name: say("regions_add") }).click();
  const sheet = page.getByRole("dialog", { name: say("regions_add") });
  await sheet.getByRole("combobox").click();
  await page.keyboard.type("moose");
  await expect(sheet.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(sheet.getByLabel(say("field_name"), { exact: true })).toHaveValue(/Moose Jaw/);
  await expect(sheet.getByLabel(say("field_province"))).toHaveValue("Saskatchewan");
  await expect(sheet.getByLabel(say("field_postal_code"))).not.toHaveValue("");
  await sheet.getByLabel(say("field_name"), { exact: true }).fill(name);
  await page.keyboard.press("Enter");
  await expect(messageOf(page, say("regions_saved"))).toBeVisible();
  await expect(sheet).toBeHidden();

  await page.getByRole("searchbox", { name: say("regions_search") }).fill(name);
  await expect(page).toHaveURL(/searchText=/);
  const row = page.getByRole("row").filter({ hasText: name });
  await openRow(row);
  await page.getByRole("dialog", { name }).getByLabel(say("field_province")).fill("Sask.");
  await page.keyboard.press("Enter");
  await expect(row).toContainText("Sask.");
  await choose(row, say, say("lists_deactivate"));
  const dialog = page.getByRole("dialog", { name: say("lists_deactivate_title", { name }) });
  await dialog.getByRole("button", { name: say("lists_deactivate") }).click();
  await expect(messageOf(page, say("lists_deactivated"))).toBeVisible();
  await expect(row).toContainText(say("lists_inactive_feminine"));
});

test("only super administrators can open the directory", async ({ page }) => {
  await openSession(page, demo("admin@demo.test"));
  for (const path of ["/admin/regions", "/admin/organization/add", "/admin/categories"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/reporting$/);
  }
});
