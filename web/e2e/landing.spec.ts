import type { Locator } from "@playwright/test";
import { styleOf } from "./support/brands.ts";
import { shopsOnShow } from "./support/catalogue.ts";
import { expect, test } from "./support/story.ts";

test.describe("the landing page", () => {
  test("shows its brand, its blocks and real shops, and leads on", async ({
    page,
    request,
    brand,
    language,
    say,
  }) => {
    const shops = await shopsOnShow(request);
    await page.goto("/");
    const main = page.getByRole("main");
    const name = brand === "funray" ? "FunRay" : "RayZR";
    await expect(page).toHaveTitle(`${say(`landing_${styleOf(brand)}_title`)} · ${name}`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /\S/);

    const block = (key: string) => page.getByRole("heading", { name: say(key) });
    const count = brand === "funray" ? 1 : 0;
    await expect(block("landing_causes_title")).toHaveCount(count);
    await expect(block("landing_shops_title")).toHaveCount(count);
    await expect(block("landing_categories_title")).toHaveCount(1 - count);

    const ways: [Locator, string][] = [
      [
        main.getByRole("link", { name: say("landing_shop_now") }).first(),
        brand === "funray" ? "/shop-vendors/" : "/shop-vendors/list",
      ],
      [main.getByRole("link", { name: say("shell_sign_in") }), "/signin"],
      [main.getByRole("link", { name: say("shell_register"), exact: true }), "/register"],
      [main.getByRole("link", { name: say("landing_learn_more") }).first(), "/about"],
    ];
    for (const [link, path] of ways) await expect(link).toHaveAttribute("href", path);

    const cards = page.getByRole("list", { name: say("landing_cards") }).getByRole("link");
    await expect(cards).toHaveCount(3);
    if (brand === "funray") {
      // Logos of shops load once they are near the viewport. RayZR shows categories.
      const logos = page.getByRole("region", { name: say("landing_businesses_logos") });
      await expect(logos).toHaveCount(0);
      await page.getByRole("heading", { name: say("landing_shops_title") }).scrollIntoViewIfNeeded();
      await expect(logos.getByRole("link").first()).toBeVisible();
    }
    const path = (await cards.first().getAttribute("href")) ?? "";
    const shop = shops.find(({ id }) => path === `/shop-vendors/detail/${id}`);
    await expect(cards.first()).toContainText(shop?.displayName ?? "a shop of the database");
    await cards.first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop?.displayName ?? "");
  });

  test("reads the same without JavaScript", async ({ browser, baseURL, language, say }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: `${language}-CA`,
      baseURL: baseURL ?? "",
    });
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: say("landing_shop_now") })).toBeVisible();
    await context.close();
  });
});
