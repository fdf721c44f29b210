// Payments that are declined, or whose outcome is unknown for a while.
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { aShop } from "../support/catalogue.ts";
import { openSession } from "../support/openSession.ts";
import { hire } from "../support/people.ts";
import { review } from "../support/sandbox.ts";
import {
  APPROVED,
  chooseCard,
  DECLINED,
  expectPaid,
  goToCheckout,
  HELD,
  mailsTo,
  mailWith,
  payButton,
  payWith,
} from "../support/shopping.ts";
import { expect, test, type Words } from "../support/story.ts";

test.describe("a card that is declined", () => {
  test.use({ expectedFailures: ["400 /api/v1/Orders/checkout"] });

  test("changes nothing, and another card pays", async ({ page, request, say }) => {
    const person = await hire(request, { firstName: "Dora", lastName: "Roy", role: "ADMINISTRATOR" });
    await openSession(page, person);
    await chooseCard(page, say, await aShop(request));
    await goToCheckout(page, say);
    await payWith(page, say, DECLINED);
    await expect(page.getByRole("alert").filter({ hasText: say("checkout_nothing_charged") })).toBeVisible();
    await expect(page.getByLabel(say("checkout_number"))).toHaveValue("");
    await expect(page.getByLabel(say("checkout_number"))).toBeEnabled();
    await expect(payButton(page, say)).toBeDisabled();
    await expect(page.getByText(say("cart_total", { count: "1" }), { exact: true })).toBeVisible();
    await expect(page.getByLabel(say("checkout_holder"))).toHaveValue("Ann Lee");
    await expect(page.getByRole("contentinfo")).toHaveCount(0);

    await payWith(page, say, APPROVED);
    await expectPaid(page, say);
  });
});

/** Pays as a new buyer with a card that the gateway holds for review, and expects the waiting page. */
async function payAndWait(page: Page, request: APIRequestContext, say: Words) {
  const person = await hire(request, { firstName: "Hal", lastName: "Roy", role: "ADMINISTRATOR" });
  const shop = await aShop(request);
  await openSession(page, person);
  await chooseCard(page, say, shop);
  await goToCheckout(page, say);
  await payWith(page, say, HELD);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("checkout_pending_title"));
  const orderNumber = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  return { person, shop, orderNumber };
}

test.describe("a payment that is held", () => {
  test.use({ expectedFailures: ["503 /api/v1/Orders/checkout"] });

  test("shows the waiting page, and opens the card once it is approved", async ({ page, request, say }) => {
    const { person, shop, orderNumber } = await payAndWait(page, request, say);
    await expectNothingBesideTheScreen(page);
    await expectOpenToEverybody(page);
    // The page has polled and found no outcome yet.
    await page.waitForResponse(/\/Orders\/\w+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("checkout_pending_title"));
    expect(await mailsTo(request, person.email, orderNumber)).toEqual([]);

    await review(request, orderNumber, "approve");
    await expect(page).toHaveURL(/\/checkout-success\?order=/);
    await expectPaid(page, say);
    await expect(page.getByRole("link", { name: say("shell_cart", { count: "0" }) })).not.toHaveCount(0);
    await page.getByRole("link", { name: say("checkout_to_card") }).click();
    await expect(page.getByRole("img", { name: say("kit_card_code_alt") })).toBeVisible();
    const number = await page
      .getByText(/^\d{4} \d{4} \d{4} \d{4}$/)
      .first()
      .innerText();
    await page.goto("/transactions");
    const wallet = page.getByRole("list", { name: say("shell_wallet") });
    await expect(wallet.getByRole("link", { name: shop.displayName })).toHaveCount(1);
    await mailWith(request, person.email, orderNumber);
    await mailWith(request, person.email, number);
  });

  test("charges nothing when it is declined, and the same cart can be paid for", async ({
    page,
    request,
    say,
  }) => {
    const { person, shop, orderNumber } = await payAndWait(page, request, say);
    // The buyer has a new cart, and the order list shows the payment.
    await page.goto("/orders");
    await expect(page.getByText(say("orders_pending"))).toBeVisible();
    // The first visits may still redirect to the payment, until the page knows that it is held.
    await expect(async () => {
      await page.goto("/my-cart");
      await expect(page.getByText(say("cart_empty"))).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await page.goto(`/checkout-pending/${orderNumber}`);

    await review(request, orderNumber, "decline");
    // The page reports a failed payment only after several answers.
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(say("checkout_not_paid"));
    await expect(page.getByText(say("checkout_nothing_charged"))).toBeVisible();
    await expectOpenToEverybody(page);
    // A buyer who has left gets an email, and only one.
    const { text } = await mailWith(request, person.email, orderNumber);
    expect(text).toContain("/my-cart");
    expect(await mailsTo(request, person.email, orderNumber)).toHaveLength(1);

    await page.getByRole("link", { name: say("checkout_pay_anew") }).click();
    await payWith(page, say, APPROVED);
    await expectPaid(page, say);
    await page.goto("/transactions");
    const wallet = page.getByRole("list", { name: say("shell_wallet") });
    await expect(wallet.getByRole("link", { name: shop.displayName })).toHaveCount(1);
  });
});
