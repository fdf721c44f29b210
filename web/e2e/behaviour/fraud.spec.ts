// Risky orders, and charges that are reversed at the gateway: what the buyer sees and what an administrator does.
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { aShop } from "../support/catalogue.ts";
import { openSession } from "../support/openSession.ts";
import { demo, hire } from "../support/people.ts";
import { voidCharge } from "../support/sandbox.ts";
import {
  APPROVED,
  chooseCard,
  expectPaid,
  goToCheckout,
  mailWith,
  payWith,
  WRONG_CODE,
} from "../support/shopping.ts";
import { expect, messageOf, test, type Words } from "../support/story.ts";

/** Buys a card as a new buyer. With a wrong code the order is held for review. */
async function buy(page: Page, request: APIRequestContext, say: Words, code?: string) {
  const buyer = await hire(request, { firstName: "Bea", lastName: "Roy", role: "ADMINISTRATOR" });
  await openSession(page, buyer);
  await chooseCard(page, say, await aShop(request));
  await goToCheckout(page, say);
  await payWith(page, say, APPROVED, code);
  return buyer;
}

/** Opens the order from a list of open cases, as an administrator. */
async function openFromList(page: Page, say: Words, list: string, orderNumber: string) {
  await openSession(page, demo("admin@demo.test"));
  await page.goto("/admin/cards");
  const row = page.getByRole("table", { name: say(list) }).getByRole("row", { name: orderNumber });
  await expect(row).toBeVisible();
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);
  return row;
}

/** Fills in the reason in a dialog and confirms. */
async function giveReason(page: Page, say: Words, reason: string, confirm: string, label = "counter_reason") {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say(label)).fill(reason);
  await dialog.getByRole("button", { name: say(confirm) }).click();
}

test.describe("an order that is held for review", () => {
  test.use({ expectedFailures: ["503 /api/v1/Orders/checkout"] });

  for (const [button, confirm, done, isReleased] of [
    ["helpdesk_release", "helpdesk_release_confirm", "helpdesk_released", true],
    ["helpdesk_void", "helpdesk_void_confirm", "helpdesk_voided", false],
  ] as const) {
    test(`waits with the buyer until an administrator decides: ${button}`, async ({
      page,
      request,
      anotherBrowser,
      say,
    }) => {
      const buyer = await buy(page, request, say, WRONG_CODE);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("checkout_pending_title"));
      await expectOpenToEverybody(page);
      await expectNothingBesideTheScreen(page);
      const orderNumber = new URL(page.url()).pathname.split("/").at(-1) ?? "";

      const desk = await anotherBrowser.newPage();
      const row = await openFromList(desk, say, "helpdesk_reviews", orderNumber);
      await row.getByRole("link").click();
      await desk.getByRole("button", { name: say(button), exact: true }).click();
      await giveReason(desk, say, "Called the buyer", confirm);
      await expect(messageOf(desk, say(done))).toBeVisible();
      await expect(desk.getByText("Called the buyer").last()).toBeVisible();
      await expectOpenToEverybody(desk);

      if (isReleased) await expectPaid(page, say);
      else
        await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(say("checkout_pending_title"));
      await mailWith(request, buyer.email, orderNumber);
    });
  }
});

test("a charge that is voided at the gateway freezes its cards and waits for an administrator", async ({
  page,
  request,
  anotherBrowser,
  say,
}) => {
  await buy(page, request, say);
  await expectPaid(page, say);
  await page.goto("/orders");
  await page
    .getByRole("list", { name: say("orders_title") })
    .getByRole("link")
    .click();
  const orderNumber = await page.getByText(say("orders_number")).locator("+ dd").innerText();
  await voidCharge(request, orderNumber);

  const desk = await anotherBrowser.newPage();
  await openSession(desk, demo("admin@demo.test"));
  const row = desk
    .getByRole("table", { name: say("helpdesk_reversals") })
    .getByRole("row", { name: orderNumber });
  await expect(async () => {
    await desk.goto("/admin/cards");
    await expect(row).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectOpenToEverybody(desk);
  await expectNothingBesideTheScreen(desk);
  await expect(row).toContainText(say("helpdesk_reversal_voided"));

  // The open page updates automatically.
  await expect(page.getByText(say("orders_reversed_text"))).toBeVisible();
  await expectOpenToEverybody(page);

  await row
    .getByRole("button", { name: say("helpdesk_reversal_close_one", { number: orderNumber }) })
    .click();
  await giveReason(desk, say, "The bank was called", "helpdesk_reversal_close", "helpdesk_outcome");
  await expect(messageOf(desk, say("helpdesk_reversal_closed"))).toBeVisible();
  await expect(row).toBeHidden();
});
