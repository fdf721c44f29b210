import { readFileSync } from "node:fs";
import { styleOf } from "../support/brands.ts";
import { shopsOnShow } from "../support/catalogue.ts";
import { expect, NO_NETWORK, test } from "../support/story.ts";

test("/favicon.ico is the icon of the brand", async ({ request, brand }) => {
  const reply = await request.get("/favicon.ico");
  expect([reply.status(), reply.headers()["content-type"]]).toEqual([200, "image/x-icon"]);
  const drawn = readFileSync(new URL(`../../../brands/${brand}/public/favicon.ico`, import.meta.url));
  expect(drawn.equals(await reply.body())).toBe(true);
});

test.describe("navigation", () => {
  test("leads from unknown addresses to the landing page", async ({ page, brand, say }) => {
    for (const path of ["/no-such-page", "/charities/1/2/3/4", "/admin/nothing/here"]) {
      await page.goto(path);
      await expect(page).toHaveURL(/:\d+\/$/);
      await expect(page).toHaveTitle(new RegExp(say(`landing_${styleOf(brand)}_title`)));
    }
  });

  test("announces a new page and focuses its heading; Back restores the scroll position", async ({
    page,
    say,
  }) => {
    await page.goto("/");
    const link = page.getByRole("contentinfo").getByRole("link", { name: say("shell_refund") });
    await link.scrollIntoViewIfNeeded();
    // The logos load when they come near the viewport; after that the page has its full height.
    await expect(page.getByRole("main").getByRole("status")).toHaveCount(0);
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await link.click();
    await expect(page).toHaveURL(/\/refund-only$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.locator("[aria-live=polite][data-announcer]")).toHaveText(await page.title());
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    // Other stories may change the shops on this page and with them its height by a row.
    const away = async () => Math.abs((await page.evaluate(() => window.scrollY)) - before);
    await expect.poll(away).toBeLessThan(300);
  });

  test("starts a full page load at the top, however far the previous page was scrolled", async ({ page }) => {
    await page.goto("/shop-vendors/list");
    await expect(page.getByRole("main").getByRole("listitem").nth(6)).toBeVisible();
    // Scroll to the end: the height of the page depends on the installed fonts.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await page.goto("/shop-vendors/");
    await expect(page.getByRole("main").getByRole("link").nth(4)).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("keeps the scroll position of a visitor who scrolls before hydration", async ({ page, say }) => {
    let letScriptsIn: (() => void) | undefined;
    const scriptsMayCome = new Promise<void>((resolve) => (letScriptsIn = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await scriptsMayCome;
      await route.continue();
    });
    await page.goto("/about", { waitUntil: "commit" });
    await expect(page.getByRole("contentinfo")).toBeAttached();
    const before = await page.evaluate(() => {
      window.scrollTo(0, 300);
      return window.scrollY;
    });
    expect(before).toBeGreaterThan(100);
    letScriptsIn?.();
    // The app adds the marketplace's figures to this prerendered page.
    await expect(page.getByText(say("catalogue_figure_shops"))).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    // A full page load is announced by the browser.
    await expect(page.locator("[data-announcer]")).toBeEmpty();
  });
});

test.describe("a link to a missing record", () => {
  test.use({
    expectedFailures: [
      "404 /shop-vendors/detail/ten_nothing",
      "404 /api/v1/Public/vendor/ten_nothing",
      // Requested in parallel with the shop.
      "404 /api/v1/Public/vendor/ten_nothing/campaign",
      "404 /charities/ten_nothing",
      "404 /api/v1/Public/charities/ten_nothing",
    ],
  });

  test("shows that it is missing, and links home", async ({ page, say, brand }) => {
    const pages = ["/shop-vendors/detail/ten_nothing"];
    // RayZR has no pages of causes.
    if (brand === "funray") pages.push("/charities/ten_nothing");
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: say("common_missing_title") })).toBeAttached();
      await expect(page.getByRole("banner")).toBeVisible();
      await page.getByRole("link", { name: say("common_broken_home") }).click();
      await expect(page).toHaveURL("/");
    }
  });
});

test.describe("a page that failed to load", () => {
  test.use({ expectedFailures: [NO_NETWORK] });

  test("appears once it can be loaded", async ({ page, request, say }) => {
    const [shop] = await shopsOnShow(request);
    const reading = `**/api/v1/Public/vendor/*`;
    await page.route(reading, (route) => route.abort("internetdisconnected"));
    await page.goto(`/shop-vendors/detail/${shop?.id}`);
    const again = page.getByRole("button", { name: say("catalogue_retry") });
    await expect(again).toBeVisible();
    await page.unroute(reading);
    await again.click();
    await expect(page.getByRole("heading", { level: 1, name: shop?.displayName ?? "" })).toBeVisible();
  });
});
