// Taxes on the commission: the platform registers, charges a month with its payouts, and the shop gets its document.
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { lastMonth } from "../support/days.ts";
import { openSession } from "../support/openSession.ts";
import { demo } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

// A registration changes what every shop is owed, so other stories must not share the server.
test.use({ serverSettings: {} });

test("a registered platform charges a month's tax, and the shop saves the document", async ({
  page,
  say,
}) => {
  const [first, last] = lastMonth();
  await openSession(page, demo("super@demo.test"));
  await page.goto("/admin/books/taxes");
  await expect(page.getByText(say("taxes_none"))).toBeVisible();
  await page.getByRole("link", { name: say("taxes_settings") }).click();
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);
  await page.getByRole("button", { name: say("taxes_register"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("taxes_number"), { exact: true }).fill("123456789 RT 0001");
  await dialog.getByLabel(say("taxes_starts"), { exact: true }).fill(first);
  await dialog.getByLabel(say("taxes_reason"), { exact: true }).fill("Registered");
  await dialog.getByRole("button", { name: say("taxes_register"), exact: true }).click();
  await expect(page.getByText("123456789RT0001")).toBeVisible();

  await page.goto("/admin/payouts");
  await page.getByRole("link", { name: say("payouts_prepare"), exact: true }).click();
  await page.getByRole("button", { name: say("payouts_prepare"), exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/payouts\/runs\/pyr_/);

  await page.goto(`/admin/books/taxes?startDate=${first}&endDate=${last}`);
  await expect(page.getByRole("cell", { name: "13" }).first()).toBeVisible();
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openSession(page, demo("manager@vendor-a.test"));
  await page.goto("/admin/vendor/payouts");
  await page.getByRole("link", { name: say("taxes_own_statements") }).click();
  const menu = page.getByRole("button", { name: say("taxes_document_of", { number: "1" }) });
  await expect(menu).toBeVisible();
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);
  await menu.click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: say("reports_as_letter"), exact: true }).click();
  expect((await saved).suggestedFilename()).toMatch(/^commission-.*\.pdf$/);
});
