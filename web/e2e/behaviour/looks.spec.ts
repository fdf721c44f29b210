// What decides how a page looks where it has least room: on a phone, in each language.
import type { Page } from "@playwright/test";
import { aShop } from "../support/catalogue.ts";
import { expect, test } from "../support/story.ts";

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

for (const locale of ["en-CA", "fr-CA"]) {
  test.describe(`on a phone, in ${locale}`, () => {
    test.use({ ...phone, locale });

    test("no tab of a shop is cut off", async ({ page, request, brand }) => {
      test.skip(brand === "rayzr", "It has one kind of card.");
      await page.goto(`/shop-vendors/detail/${(await aShop(request)).id}`);
      const tabs = page.getByRole("tablist");
      await expect(tabs).toBeVisible();
      expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);
    });
  });
}

const withoutLights = (page: Page) =>
  page.evaluate(() => {
    const lightsOut = new CSSStyleSheet();
    lightsOut.replaceSync(
      ".turning-rays, .catalogue-head::before, .catalogue-head::after { display: none !important }",
    );
    document.adoptedStyleSheets.push(lightsOut);
  });

test.describe("on a phone", () => {
  test.use(phone);

  test("no light lies behind the words at the head of a page", async ({ page, brand }) => {
    // The faintest light may be there: the sun's halo, and that in which RayZR's front page begins.
    for (const path of brand === "funray" ? ["/", "/shop-vendors/"] : ["/shop-vendors/"]) {
      await page.goto(path);
      const main = page.getByRole("main");
      const words = [main.getByRole("heading", { level: 1 }), main.locator("p").first()];
      const look = () => Promise.all(words.map(async (word) => (await word.screenshot()).toString("base64")));
      const lit = await look();
      await withoutLights(page);
      expect(
        (await look()).map((dark, place) => dark === lit[place]),
        path,
      ).toEqual([true, true]);
    }
  });
});
