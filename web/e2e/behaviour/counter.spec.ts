import type { Page, Route } from "@playwright/test";
import { booksOf, buyCard, redeem, show, type BoughtCard } from "../support/cards.ts";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { beforeCamera } from "../support/fakeCamera.ts";
import { demo, hire, signIn, type Person } from "../support/people.ts";
import { expect, messageOf, NO_NETWORK, test, type Words } from "../support/story.ts";

const SHOP = "Maple Leaf Books";

const newClerk = (request: Parameters<typeof hire>[0]): Promise<Person> =>
  hire(request, { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP });

/** Creates a buyer. Clerks can't redeem their own cards. */
const newShopper = (request: Parameters<typeof hire>[0]): Promise<Person> =>
  hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });

/** Matches "$12.50" or "12,50 $", with any kind of space. */
const money = (dollars: number) => new RegExp(dollars.toFixed(2).replace(".", "[.,]"));

const masked = ({ cardNumber }: BoughtCard) => `•••• ${cardNumber.slice(-4)}`;

const inFours = ({ cardNumber }: BoughtCard) => cardNumber.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

/** Expects the card's page in the portal. */
async function expectCard(page: Page, card: BoughtCard): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: masked(card) })).toBeVisible();
}

/** The open card at the counter. */
const openCard = (page: Page, say: Words) =>
  page.getByRole("region", { name: say("counter_card"), exact: true });

async function expectOpen(page: Page, say: Words, card: BoughtCard): Promise<void> {
  await expect(openCard(page, say)).toContainText(masked(card));
}

const redeemButton = (page: Page, say: Words) =>
  page.getByRole("button", { name: say("counter_redeem"), exact: true });

/** Returns the pad of the open card: a dialog on a phone, otherwise in the card. */
async function openPad(page: Page, say: Words, isPhone: boolean) {
  if (isPhone) await redeemButton(page, say).click();
  const pad = isPhone ? page.getByRole("dialog") : openCard(page, say);
  await expect(pad.getByLabel(say("counter_bill"))).toBeVisible();
  return pad;
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

/** Gives the card's shop a name that is wider than a phone. */
async function lengthenShopName(route: Route): Promise<void> {
  const url = route.request().url().replace("rayzr.localhost", "localhost");
  const response = await route.fetch({ url });
  const card = (await response.json()) as { vendor: { displayName: string } };
  card.vendor.displayName = "The Extraordinary Bookshop of Upper Sandy Hill and Daughters";
  await route.fulfill({ response, json: card });
}

test.describe("at the counter", () => {
  test.use({
    expectedFailures: [NO_NETWORK, "404 /api/v1/Cards/codes/*"],
  });

  test("a card is scanned by the camera and redeemed", async ({
    request,
    say,
    baseURL,
    language,
    isPhone,
  }) => {
    const clerk = await newClerk(request);
    const card = await buyCard(request, await newShopper(request));
    const options = {
      ...(baseURL && { baseURL }),
      locale: `${language}-CA`,
      reducedMotion: "reduce",
    } as const;
    await beforeCamera(card.code, options, async (context) => {
      const page = await context.newPage();
      await signIn(page, say, clerk);
      // On a phone the counter's camera is on by default.
      if (!isPhone) {
        await expect(page).toHaveURL(/\/scan-counter$/);
        await page.goto("/scan-code");
      }
      await expectOpen(page, say, card);
      expect(page.url()).toContain(`/scan-vendor-transactions/${card.id}`);
      const pad = await openPad(page, say, isPhone);
      for (const key of ["1", "2", "5"]) {
        await pad.getByRole("button", { name: key, exact: true }).click();
        if (key === "2") await pad.getByRole("button", { name: say("counter_point") }).click();
      }
      await pad
        .locator("form")
        .getByRole("button", { name: money(12.5) })
        .click();
      await expect(pad.getByRole("status")).toContainText(money(12.5));
      await expect(pad.locator("dl")).toContainText(money(25));
      if (isPhone) await pad.getByRole("button", { name: say("counter_done"), exact: true }).click();
      await expect(page.getByRole("group", { name: say("counter_current_balance") })).toContainText(
        money(12.5),
      );
    });
    expect(await booksOf(request, clerk, card)).toEqual({ balance: 12.5, redemptions: 1 });
  });

  test("without a network, a redemption is unanswered at once, and nothing is sent later", async ({
    page,
    context,
    request,
    say,
    isPhone,
  }) => {
    const clerk = await newClerk(request);
    const card = await buyCard(request, await newShopper(request));
    await signIn(page, say, clerk);
    await show(request, clerk, card);
    await page.goto(`/scan-vendor-transactions/${card.id}`);
    const pad = await openPad(page, say, isPhone);
    await pad.getByLabel(say("counter_bill")).fill("10");
    await context.setOffline(true);
    await page.keyboard.press("Enter");
    await expect(pad.getByRole("button", { name: say("counter_unsure_repeat") })).toBeFocused();
    await expectOpenToEverybody(page);
    // The customer pays another way. The clerk must read the history before abandoning the redemption.
    await expect(pad.getByRole("button", { name: say("counter_unsure_drop") })).toHaveCount(0);
    await context.setOffline(false);
    await pad.getByRole("button", { name: say("counter_unsure_look") }).click();
    await expect(page.getByRole("heading", { name: say("counter_history") })).toBeFocused();
    await expect(page.getByRole("cell", { name: say("counter_type_redeemed") })).toHaveCount(0);
    if (isPhone) await redeemButton(page, say).click();
    await expect(pad.getByText(say("counter_unsure_text"))).toBeVisible();
    await expectOpenToEverybody(page);
    await pad.getByRole("button", { name: say("counter_unsure_drop") }).click();
    await expect(pad.getByLabel(say("counter_bill"))).toBeFocused();
    expect(await booksOf(request, clerk, card)).toEqual({ balance: 25, redemptions: 0 });
  });

  test("without a network a message appears, and the page stays", async ({ page, context, request, say }) => {
    await signIn(page, say, await newClerk(request));
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
    await signIn(page, say, manager);
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
    await signIn(page, say, clerk);
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
    await signIn(page, say, manager);
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

  test("its pages are accessible and fit the screen", async ({ page, request, say, isPhone }) => {
    const clerk = await newClerk(request);
    const card = await buyCard(request, await newShopper(request));
    await show(request, clerk, card);
    await signIn(page, say, clerk);
    await page.route(`**/api/v1/Cards/${card.id}`, lengthenShopName);
    for (const path of [
      "/scan-vendor-transactions",
      "/scan-vendor-transactions?searchText=nobody",
      "/scan-code",
      "/scan-counter",
      "/scan-day",
      `/scan-vendor-transactions/${card.id}`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      if (path.endsWith(card.id)) await expectOpen(page, say, card);
      await expectNothingBesideTheScreen(page);
      // A phone zooms out from a page that is too wide, which enlarges its window.
      expect(await page.evaluate(() => window.innerWidth)).toBe(page.viewportSize()?.width);
      await expectOpenToEverybody(page);
    }
    if (isPhone) {
      // The button stays visible wherever the page is scrolled.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(redeemButton(page, say)).toBeInViewport();
    }
    const pad = await openPad(page, say, isPhone);
    await expectOpenToEverybody(page);
    await pad.getByLabel(say("counter_bill")).fill("30");
    await pad
      .locator("form")
      .getByRole("button", { name: money(25) })
      .last()
      .click();
    await expect(pad.getByRole("status")).toContainText(money(25));
    await expectOpenToEverybody(page);
  });

  test("redirects users who are only shoppers", async ({ page, say }) => {
    await signIn(page, say, demo("buyer2@demo.test"));
    await page.goto("/scan-vendor-transactions");
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});
