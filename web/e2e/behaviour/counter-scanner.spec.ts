// The counter on a desk: scanners that type, and what managers do there.
import type { Page } from "@playwright/test";
import { booksOf, buyCard, redeem, show, type BoughtCard } from "../support/cards.ts";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { expectOpen, masked, money, newClerk, newShopper, redeemButton, SHOP } from "../support/counter.ts";
import { openSession } from "../support/openSession.ts";
import { demo, hire } from "../support/people.ts";
import { expect, messageOf, NO_NETWORK, test } from "../support/story.ts";

const inFours = ({ cardNumber }: BoughtCard) => cardNumber.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

/** Expects the card's page in the portal. */
async function expectCard(page: Page, card: BoughtCard): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: masked(card) })).toBeVisible();
}

/**
 * Presses real keys, which reach the focused element. All get the same timestamp, because a busy machine would be slower than a
 * scanner.
 */
async function pressAsScanner(page: Page, text: string): Promise<void> {
  const clock = await page.evaluateHandle(() => {
    const real = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    const now = performance.now();
    Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get: () => now });
    return real;
  });
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await clock.evaluate((real) => Object.defineProperty(Event.prototype, "timeStamp", real ?? {}));
}

/** Dispatches all keys at once, faster than any finger even on a busy machine. */
async function typeAsScanner(page: Page, text: string): Promise<void> {
  await page.evaluate((keys) => {
    for (const key of keys) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
  }, text.split("").concat("Enter"));
}

test.describe("at the counter of a desk", () => {
  test.use({
    expectedFailures: [NO_NETWORK, "404 /api/v1/Cards/codes/*"],
  });

  test("without a network a message appears, and the page stays", async ({ page, context, request, say }) => {
    await openSession(page, await newClerk(request));
    await page.goto("/scan-vendor-transactions");
    await expect(page.getByRole("heading", { level: 1, name: say("counter_title") })).toBeVisible();
    await page.evaluate(() => (document.title = "untouched"));
    await context.setOffline(true);
    await typeAsScanner(page, "FR1:0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    await expect(messageOf(page, say("common_error_connection"))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: say("counter_title") })).toBeVisible();
    expect(await page.title()).toBe("untouched");
  });

  test("a scanner presses no key of the pad, whatever has the focus", async ({ page, request, say }) => {
    const manager = await hire(request, {
      firstName: "Mo",
      lastName: "Manager",
      role: "MANAGER",
      tenant: SHOP,
    });
    const [card, next] = [
      await buyCard(request, await newShopper(request)),
      await buyCard(request, await newShopper(request)),
    ];
    await openSession(page, manager);
    await show(request, manager, card);
    await page.goto(`/admin/vendor/cards-transaction/${card.id}`);
    await redeemButton(page, say).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel(say("counter_bill"))).toBeVisible();
    await page.keyboard.type("12");
    await dialog.getByRole("button", { name: "2", exact: true }).focus();
    await pressAsScanner(page, card.code);
    await expect(dialog.getByLabel(say("counter_bill"))).toHaveValue("12");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel(say("counter_bill"))).toHaveValue("122");
    await dialog.getByRole("button", { name: say("counter_erase") }).click();
    await dialog.locator("button[type=submit]").focus();
    await pressAsScanner(page, card.code);
    await expect(dialog.getByRole("status")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("status")).toContainText(money(12));
    // The clerk may scan the next card while the result of this one is open.
    await pressAsScanner(page, next.code);
    await expectCard(page, next);
    await expect(dialog).toHaveCount(0);
    expect(await booksOf(request, manager, card)).toEqual({ balance: 13, redemptions: 1 });
  });

  test("a keyboard scanner and a typed number find cards, too", async ({ page, request, say }) => {
    const clerk = await newClerk(request);
    const card = await buyCard(request, await newShopper(request));
    await openSession(page, clerk);
    await page.goto("/scan-vendor-transactions");
    await expect(page.getByRole("heading", { level: 1, name: say("counter_title") })).toBeVisible();
    await typeAsScanner(page, card.code);
    await expectOpen(page, say, card);

    await page.goto("/scan-code");
    // This browser has no camera, so the page shows a message.
    await expect(page.getByRole("alert")).toContainText(say("counter_camera_missing_text"));
    const code = page.getByLabel(say("counter_code"));
    await expect(code).toBeFocused();
    await code.fill("7000 0000 0000 0000");
    await page.keyboard.press("Enter");
    await expect(page.getByText(say("counter_unknown_number"))).toBeVisible();
    await expectNothingBesideTheScreen(page);
    await expectOpenToEverybody(page);
    await code.fill(inFours(card));
    await code.press("Enter");
    await expectOpen(page, say, card);
    expect(page.url()).toContain(`/scan-vendor-transactions/${card.id}`);
    await page.goto("/scan-code");
    await page.getByRole("link", { name: say("counter_scan_close") }).click();
    await expect(page).toHaveURL(/\/scan-vendor-transactions$/);
  });

  test("a manager reverses a redemption that was made by mistake", async ({ page, request, say }) => {
    const manager = await hire(request, {
      firstName: "Mo",
      lastName: "Manager",
      role: "MANAGER",
      tenant: SHOP,
    });
    const clerk = await hire(request, {
      firstName: "Ed",
      lastName: "Employee",
      role: "EMPLOYEE",
      tenant: SHOP,
    });
    const card = await buyCard(request, await newShopper(request));
    await redeem(request, clerk, card, 25);
    await openSession(page, manager);
    await page.goto("/admin/vendor/cards-transaction");
    await page.getByRole("searchbox").fill(card.cardNumber);
    await expect(page).toHaveURL(/searchText=/);
    await page
      .getByRole("row")
      .filter({ hasText: masked(card) })
      .getByRole("link")
      .click();
    await expect(page.getByText(say("counter_empty"))).toBeVisible();
    await page.getByRole("button", { name: say("counter_reverse"), exact: true }).click();
    const question = page.getByRole("dialog");
    await expectOpenToEverybody(page);
    await question.getByLabel(say("counter_reason")).fill("the wrong card");
    // A card scanned by accident must neither change the reason nor confirm.
    await pressAsScanner(page, card.code);
    await expect(question.getByLabel(say("counter_reason"))).toHaveValue("the wrong card");
    await question.getByRole("button", { name: money(25) }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole("group", { name: say("counter_current_balance") })).toContainText(money(25));
    await expect(page.getByText("the wrong card")).toBeVisible();
  });

  test("redirects users who are only shoppers", async ({ page }) => {
    await openSession(page, demo("buyer2@demo.test"));
    await page.goto("/scan-vendor-transactions");
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});
