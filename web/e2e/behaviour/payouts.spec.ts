// Payouts to shops: drafted and approved by administrators, read by the shop.
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { openSession } from "../support/openSession.ts";
import { demo } from "../support/people.ts";
import { openRow } from "../support/rows.ts";
import { expect, test } from "../support/story.ts";

// The first story drafts the payouts of all payees, so these have a server of their own.
test.use({ serverSettings: {} });

/** No other story uses these shops, so the amounts owed are those of the demo. A retry uses the next shop. */
const payees = {
  phone: ["Thread & Thistle", "Second Story Vintage"],
  desk: ["Four à bois Villeray", "Trailhead Running"],
};

test("administrators see the amount of a payout and its parts", async ({ page, say, isPhone }, { retry }) => {
  await openSession(page, demo("admin@demo.test"));
  await page.goto("/admin/payouts");
  await page.getByRole("link", { name: say("payouts_prepare"), exact: true }).click();
  await expect(page.getByLabel(say("payouts_last_day"), { exact: true })).not.toHaveValue("");
  await page.getByRole("button", { name: say("payouts_prepare"), exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/payouts\/runs\/pyr_/);
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);

  const payee = payees[isPhone ? "phone" : "desk"][retry] ?? "";
  await page.getByRole("searchbox", { name: say("payouts_search") }).fill(payee);
  const draft = page.getByRole("row").filter({ hasText: payee });
  await expect(draft).toHaveCount(1);
  await openRow(draft);
  await expect(page).toHaveURL(/\/admin\/payouts\/pyo_/);
  await expect(page.getByRole("heading", { level: 1, name: payee })).toBeVisible();
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);
  // The administrator who prepared the payout can't approve it.
  await expect(page.getByRole("button", { name: say("payouts_approve"), exact: true })).toBeDisabled();
  const statement = page.url();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openSession(page, demo("super@demo.test"));
  await page.goto(statement);
  await page.getByRole("button", { name: say("payouts_approve"), exact: true }).click();
  const approve = page.getByRole("dialog");
  await approve.getByRole("button", { name: say("payouts_approve"), exact: true }).click();
  await expect(page.getByRole("button", { name: say("payouts_mark_paid"), exact: true })).toBeVisible();

  await page.getByRole("button", { name: say("payouts_mark_paid"), exact: true }).click();
  const paid = page.getByRole("dialog");
  await paid.getByLabel(say("payouts_reference"), { exact: true }).fill("R-2025-1");
  await paid.getByRole("button", { name: say("payouts_mark_paid"), exact: true }).click();
  await expect(page.getByText("R-2025-1").first()).toBeVisible();
});

test("managers find their statements in their own pages", async ({ page, say }) => {
  for (const [email, path] of [
    ["manager@vendor-a.test", "/admin/vendor/payouts"],
    ["manager@charity-a.test", "/admin/charity/payouts"],
  ] as const) {
    await openSession(page, demo(email));
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: say("payouts_title") })).toBeVisible();
    await expect(page.getByRole("link", { name: say("payouts_prepare"), exact: true })).toBeHidden();
    await expectOpenToEverybody(page);
    await expectNothingBesideTheScreen(page);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});
