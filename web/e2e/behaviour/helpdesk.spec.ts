import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { buyCard } from "../support/cards.ts";
import { aShop } from "../support/catalogue.ts";
import { openSession } from "../support/openSession.ts";
import { demo } from "../support/people.ts";
import { choose } from "../support/rows.ts";
import { CRASH, expect, test } from "../support/story.ts";

test.describe("the support desk", () => {
  test("finds a card by its number and cancels its order", async ({ page, request, say }) => {
    const card = await buyCard(request, demo("buyer@demo.test"), { dollars: 50 });
    await openSession(page, demo("admin@demo.test"));
    await page.goto("/admin/cards");
    const search = page.getByRole("searchbox", { name: say("helpdesk_search") });
    await search.fill(card.cardNumber);
    const cards = page.getByRole("table", { name: say("helpdesk_cards") });
    await expect(cards.getByRole("link")).toHaveCount(1);
    await expect(cards).toContainText(card.cardNumber.slice(-4));
    await expectOpenToEverybody(page);
    await expectNothingBesideTheScreen(page);

    await choose(cards.getByRole("row").last(), say, say("helpdesk_see_order"));
    await expect(page).toHaveURL(/\/admin\/cards\/orders\/ord_/);
    await expect(page.getByText(say("orders_paid"), { exact: true })).toBeVisible();
    await expect(page.getByText(say("helpdesk_state_issued"))).toBeVisible();
    await expectOpenToEverybody(page);
    await expectNothingBesideTheScreen(page);

    const actions = page.getByRole("button", { name: say("cases_actions") });
    await actions.click();
    await page.getByRole("button", { name: say("helpdesk_cancel") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: say("helpdesk_cancel_confirm") }).click();
    await expect(dialog.getByLabel(say("counter_reason"))).toBeFocused();
    await dialog.getByLabel(say("counter_reason")).fill("Bought twice by mistake");
    await dialog.getByRole("button", { name: say("helpdesk_cancel_confirm") }).click();
    await expect(page.getByText(say("helpdesk_cancelled"))).toBeVisible();
    // The order shows that it was cancelled, and so do its card and its history.
    await expect(page.getByText(say("orders_cancelled"), { exact: true }).first()).toBeVisible();
    await expect(page.getByText("Bought twice by mistake").first()).toBeVisible();
    await expect(actions).toHaveCount(0);
    await expect(page.getByRole("button", { name: say("cases_add_note") })).toBeVisible();

    await page.getByRole("link", { name: say("helpdesk_see_buyer") }).click();
    await expect(page).toHaveURL(/\/admin\/cards\/people\//);
    await expect(page.getByRole("list", { name: say("helpdesk_cards") })).toBeVisible();
    await expectOpenToEverybody(page);
    await expectNothingBesideTheScreen(page);
    await page.getByRole("link", { name: say("helpdesk_back_to_order") }).click();
    await expect(page).toHaveURL(/\/admin\/cards\/orders\/ord_/);
  });

  test("redirects managers of a shop", async ({ page }) => {
    await openSession(page, demo("manager@vendor-a.test"));
    await page.goto("/admin/cards");
    await expect(page).not.toHaveURL(/\/admin\/cards/);
  });
});

test.describe("a crash in a page", () => {
  test.use({ expectedFailures: [CRASH] });

  test("is listed under the number that the error page showed", async ({ page, request, say }) => {
    const shop = await aShop(request);
    // A reply that the code of the page does not expect.
    const broken = { ...shop, amount: null };
    await page.route("**/api/v1/Public/vendor/*", (route) => route.fulfill({ json: broken }));
    await page.goto(`/shop-vendors/detail/${shop.id}`);
    await expect(page.getByRole("heading", { level: 1, name: say("common_broken_title") })).toBeAttached();
    const shown = new RegExp(say("common_broken_report", { number: "(\\w+)" }));
    const number = shown.exec(await page.getByText(shown).innerText())?.[1] ?? "";

    await openSession(page, demo("admin@demo.test"));
    await page.goto("/admin/cards/errors");
    await page.getByRole("searchbox", { name: say("helpdesk_crash_number") }).fill(number);
    await expect(page).toHaveURL(new RegExp(`number=${number}`));
    const found = page.getByRole("row").filter({ hasText: say("helpdesk_crash_caught") });
    await expect(found).toHaveCount(1);
    await expect(found).toContainText("/shop-vendors/detail/:id");
    await expectOpenToEverybody(page);
  });
});
