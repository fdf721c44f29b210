// Payouts to shops: drafted and approved by administrators, read by the shop.
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { demo, headersOf, signIn } from "../support/people.ts";
import { openRow } from "../support/rows.ts";
import { expect, NO_NETWORK, test } from "../support/story.ts";

/** No other story uses these shops, so the amounts owed are those of the demo. A retry uses the next shop. */
const payees = {
  phone: ["Thread & Thistle", "Second Story Vintage"],
  desk: ["Four à bois Villeray", "Trailhead Running"],
};
const payeeOfLostReply = { phone: "North Shore Pottery", desk: "Copper Lamp Home" };

test("administrators see the amount of a payout and its parts", async ({ page, say, isPhone }, { retry }) => {
  await signIn(page, say, demo("admin@demo.test"));
  await page.goto("/admin/payouts");
  await page.getByRole("button", { name: say("payouts_prepare"), exact: true }).click();
  const prepare = page.getByRole("dialog");
  await expect(prepare.getByLabel(say("payouts_last_day"), { exact: true })).not.toHaveValue("");
  await prepare.getByRole("button", { name: say("payouts_prepare"), exact: true }).click();
  await expect(prepare).toBeHidden();
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
  await signIn(page, say, demo("super@demo.test"));
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
    await signIn(page, say, demo(email));
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: say("payouts_title") })).toBeVisible();
    await expect(page.getByRole("button", { name: say("payouts_prepare"), exact: true })).toBeHidden();
    await expectOpenToEverybody(page);
    await expectNothingBesideTheScreen(page);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});

test.describe("an approval whose reply is lost", () => {
  test.use({ expectedFailures: [NO_NETWORK] });

  test("reports an unknown outcome, and approves once", async ({ page, request, say, isPhone }) => {
    const payee = payeeOfLostReply[isPhone ? "phone" : "desk"];
    const headers = await headersOf(request, demo("admin@demo.test"));
    const now = new Date();
    const monthsEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
    const lastDay = monthsEnd.toISOString().slice(0, 10);
    const prepared = await request.post("/api/v1/Payouts", { headers, data: { lastDay } });
    expect(prepared.ok(), await prepared.text()).toBe(true);
    const query = { searchText: payee, state: "DRAFT" };
    const found = await request.get("/api/v1/Payouts", { headers, params: query });
    const [draft] = ((await found.json()) as { items: { id: string }[] }).items;
    const path = `/api/v1/Payouts/${draft?.id}`;
    const approvedAt = async () => {
      const read = await request.get(path, { headers });
      return ((await read.json()) as { payout: { approvedAt: string | null } }).payout.approvedAt;
    };

    await signIn(page, say, demo("super@demo.test"));
    await page.goto(`/admin/payouts/${draft?.id}`);
    await page.getByRole("button", { name: say("payouts_approve"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    // The request arrives, but its reply is lost and the network fails.
    await page.route(`**${path}/approved`, async (route) => {
      // Node doesn't resolve names below localhost; browsers do.
      await route.fetch({ url: route.request().url().replace("rayzr.localhost", "localhost") });
      await route.abort("internetdisconnected");
    });
    await page.route(`**${path}`, (route) => route.abort("internetdisconnected"));
    const approve = dialog.getByRole("button", { name: say("payouts_approve"), exact: true });
    await approve.click();
    await expect(dialog.getByText(say("payouts_unsure"))).toBeVisible();
    await expectOpenToEverybody(page);
    const first = await approvedAt();
    expect(first).not.toBeNull();

    await page.unrouteAll();
    await approve.click();
    await expect(page.getByRole("button", { name: say("payouts_mark_paid"), exact: true })).toBeVisible();
    expect(await approvedAt()).toBe(first);
    const log = await request.get("/api/v1/Audit", { headers, params: { subjectId: draft?.id ?? "" } });
    const actions = ((await log.json()) as { items: { action: string }[] }).items.map(({ action }) => action);
    expect(actions.filter((action) => action === "PAYOUT_APPROVED")).toHaveLength(1);
  });
});
