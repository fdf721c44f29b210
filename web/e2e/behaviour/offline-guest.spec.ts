// A guest who loses the network sees our offline page, which offers to try again.
import type { Page } from "@playwright/test";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { expect, NO_NETWORK, test } from "../support/story.ts";

test.use({ expectedFailures: [NO_NETWORK], serviceWorkers: "allow" });

const title = { en: "You are offline", fr: "Vous êtes hors ligne" };
const again = { en: "Try again", fr: "Réessayer" };

/** Opens a page and waits until the service worker is ready. */
async function openFirstPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

test("a guest without a network sees our offline page, which tries again", async ({
  page,
  context,
  brand,
  language,
  say,
}) => {
  await openFirstPage(page, "/");
  await context.setOffline(true);
  await page.goto("/shop-vendors/list");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title[language]);
  await expect(page).toHaveTitle(new RegExp(brand, "i"));
  await expect(page.locator("a")).toHaveText([again[language]]);
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);

  // Chromium 148 takes the service worker offline for one navigation only, so the page isn't asked
  // to try again before the network is back.
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("shop_vendors_title"));
});

test("the offline page for guests is in the chosen language", async ({
  page,
  context,
  language,
  baseURL,
}) => {
  const other = language === "en" ? "fr" : "en";
  await context.addCookies([{ name: "lang", value: other, url: baseURL ?? "" }]);
  await openFirstPage(page, "/about");
  await context.setOffline(true);
  await page.goto("/faq");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title[other]);
});
