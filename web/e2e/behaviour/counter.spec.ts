import type { Page, Route } from "@playwright/test";
import { booksOf, buyCard, show } from "../support/cards.ts";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { beforeCamera } from "../support/fakeCamera.ts";
import { expectOpen, money, newClerk, newShopper, openCard, redeemButton } from "../support/counter.ts";
import { openSession } from "../support/openSession.ts";
import { signIn } from "../support/people.ts";
import { expect, NO_NETWORK, test, type Words } from "../support/story.ts";

/** Returns the pad of the open card: a dialog on a phone, otherwise in the card. */
async function openPad(page: Page, say: Words, isPhone: boolean) {
  if (isPhone) await redeemButton(page, say).click();
  const pad = isPhone ? page.getByRole("dialog") : openCard(page, say);
  await expect(pad.getByLabel(say("counter_bill"))).toBeVisible();
  return pad;
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
    await openSession(page, clerk);
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

  test("its pages are accessible and fit the screen", async ({ page, request, say, isPhone }) => {
    const clerk = await newClerk(request);
    const card = await buyCard(request, await newShopper(request));
    await show(request, clerk, card);
    await openSession(page, clerk);
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
});
