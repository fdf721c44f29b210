// The wallet without a network, as in shops with bad reception.
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { aShop } from "../support/catalogue.ts";
import { demo, hire, signIn, signInHere } from "../support/people.ts";
import { buyCard } from "../support/shopping.ts";
import { expect, NO_NETWORK, SESSION_ENDED, test } from "../support/story.ts";

/** Returns whether the service worker has cached the page with its last file, and the wallet is stored. */
async function isKept(): Promise<boolean> {
  const name = (await caches.keys()).find((one) => one.startsWith("wallet"));
  const parts = name === undefined ? [] : await (await caches.open(name)).keys();
  const has = (path: RegExp) => parts.some(({ url }) => path.test(new URL(url).pathname));
  const hasWallet = Object.keys(localStorage).some((key) => key.startsWith("kept."));
  return hasWallet && has(/^\/transactions$/) && has(/\/CounterDialog\b.*\.js$/);
}

test.use({ expectedFailures: [NO_NETWORK, ...SESSION_ENDED], serviceWorkers: "allow" });

test("a wallet that was opened before opens without a network, for its owner only", async ({
  page,
  context,
  request,
  say,
}) => {
  test.slow();
  const person = await hire(request, { firstName: "Otto", lastName: "Roy", role: "ADMINISTRATOR" });
  const shop = await aShop(request);
  await signIn(page, say, person);
  await buyCard(page, say, shop);
  await page.goto("/orders");
  await expect(page.getByText(say("orders_count", { count: "1" }))).toBeVisible();
  // Other requests in between must not push the wallet's files out of the browser's list of resources.
  await page.evaluate(async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => fetch(`/healthz?${n}`)));
    await Promise.all(answers.map((answer) => answer.text()));
  });
  await page
    .getByRole("main")
    .getByRole("link", { name: say("shell_wallet"), exact: true })
    .click();
  await expect(page.getByRole("list", { name: say("shell_wallet") }).getByRole("link")).toHaveCount(1);
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  const sealed = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(sealed).not.toContain(shop.displayName);

  await context.setOffline(true);
  // Other pages show our offline page, which links to the wallet. They come first, because Chromium
  // 148 takes the service worker offline for one navigation only.
  await page.goto("/shop-vendors/list");
  const toWallet = page.locator('a[href="/transactions"]');
  await expect(toWallet).toHaveText(/wallet|portefeuille/);
  await expectOpenToEverybody(page);
  await toWallet.click();
  await expect(page.getByText(say("wallet_away_text"))).toBeVisible();
  await expectNothingBesideTheScreen(page);
  await page
    .getByRole("list", { name: say("shell_wallet") })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.displayName);
  await expect(page.getByRole("img", { name: say("kit_card_code_alt") })).toBeVisible();
  await page.getByRole("button", { name: say("wallet_show_at_counter") }).click();
  await expect(page.getByRole("dialog", { name: shop.displayName })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("img", { name: say("kit_card_code_alt") })).toBeVisible();
  await expect(page.getByText(say("wallet_away_text"))).toBeVisible();
  await expectOpenToEverybody(page);

  await context.setOffline(false);
  await expect(page.getByText(say("wallet_away_text"))).toBeHidden();
  await expect(page.getByRole("cell", { name: say("wallet_purchased") })).toBeVisible();

  // Signing out deletes all offline data.
  await page.goto("/account");
  await page
    .getByRole("main")
    .getByRole("button", { name: say("shell_sign_out") })
    .click();
  await expect(page).toHaveURL("/signed-out");
  const left = () =>
    page.evaluate(async () => [
      (await caches.keys()).length > 0,
      Object.keys(localStorage).some((key) => key.startsWith("kept.")),
    ]);
  await expect.poll(left).toEqual([false, false]);
  await page.goto("/signin");
  await signInHere(page, say, demo("buyer2@demo.test"));
  await page.goto("/transactions");
  await expect(page.getByText(shop.displayName)).toHaveCount(0);
});
