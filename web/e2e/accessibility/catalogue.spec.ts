// Accessibility and layout of the pages for administrators who maintain the catalogue.
import { expectOpenToEverybody } from "../support/axe.ts";
import { openSession } from "../support/openSession.ts";
import { demo } from "../support/people.ts";
import { choose, openMenu } from "../support/rows.ts";
import { expect, test } from "../support/story.ts";
import { expectGoodPage } from "../support/visit.ts";

for (const list of ["/admin/vendors", "/admin/charities"]) {
  test(`an administrator sees one of ${list} as its managers do, and edits it`, async ({ page, say }) => {
    await openSession(page, demo("admin@demo.test"));
    await page.goto(list);
    const verb = list === "/admin/vendors" ? "tenants_view_as_shop" : "tenants_view_details";
    await choose(page.getByRole("row").nth(1), say, say(verb));
    await expect(page.getByText(say("tenants_viewed").split("{name}")[1] ?? "")).toBeVisible();
    const base = new RegExp(`^${list}/view/[^/]+/`);
    const places = page.getByRole("navigation").getByRole("link");
    const paths = await places.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const seen = [...new Set(paths)].filter((path) => base.test(path));
    expect(seen.length).toBeGreaterThan(4);
    await page
      .getByRole("link", { name: say("tenants_edit_all") })
      .first()
      .click();
    await expectGoodPage(page);
  });
}

test("the sheets and dialogs of the catalogue are accessible", async ({ page, say }) => {
  await openSession(page, demo("super@demo.test"));
  await page.goto("/admin/categories/add");
  const sheet = page.getByRole("dialog", { name: say("categories_add") });
  await sheet.getByRole("button", { name: say("kit_save"), exact: true }).click();
  await expect(sheet.getByText(say("form_required", { field: say("field_name") }))).toBeVisible();
  await expectOpenToEverybody(page);
  await page.goto("/admin/regions/add");
  await page.getByRole("combobox", { name: say("regions_place") }).click();
  await page.keyboard.type("ott");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  await expectOpenToEverybody(page);
  await page.goto("/admin/vendors");
  // Vendors that await approval can't be deactivated. The capital letter distinguishes active ones from inactive ones.
  const isActive = new RegExp(say("lists_active"));
  const row = page.locator("tbody").getByRole("row").filter({ hasText: isActive }).first();
  await openMenu(row, say);
  await expectOpenToEverybody(page);
  await row.getByRole("button", { name: say("lists_deactivate") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectOpenToEverybody(page);
});
