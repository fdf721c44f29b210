// Lists with linked items: the whole item is a tap target, but keyboards and screen readers find one link.
import type { Locator, Page } from "@playwright/test";
import { expectWholeOnAnyScreen } from "./support/axe.ts";
import { aCampaign } from "./support/catalogue.ts";
import { openSession } from "./support/openSession.ts";
import { demo } from "./support/people.ts";
import { expect, test } from "./support/story.ts";

const INSET = 24;

/** Returns the name of the link under each of five points of the tile. */
async function linksUnder(tile: Locator): Promise<(string | null)[]> {
  await tile.scrollIntoViewIfNeeded();
  return tile.evaluate((element, inset) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const places = [
      [x, y],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ] as const;
    return places.map(
      (place) =>
        document
          .elementFromPoint(...place)
          ?.closest("a")
          ?.getAttribute("href") ?? null,
    );
  }, INSET);
}

async function expectWholeTile(tile: Locator): Promise<void> {
  await expect(tile).toBeVisible();
  const link = tile.getByRole("link");
  await expect(link).toHaveCount(1);
  const href = await link.getAttribute("href");
  expect(await linksUnder(tile)).toEqual(Array.from({ length: 5 }, () => href));
}

const tiles = (page: Page) => page.getByRole("main").getByRole("article");

test("the whole tiles of a shop and of a category are links", async ({ page }) => {
  await page.goto("/shop-vendors/list");
  await expectWholeTile(tiles(page).first());
  await page.goto("/shop-vendors/");
  await expectWholeTile(page.getByRole("main").getByRole("list").getByRole("listitem").first());
});

test("the whole tiles of a cause, its campaigns and supporting shops are links", async ({
  page,
  request,
  brand,
}) => {
  test.skip(brand !== "funray", "RayZR has no causes");
  const campaign = await aCampaign(request);
  await page.goto("/charities");
  await expectWholeTile(tiles(page).first());
  await page.goto(`/charities/${campaign.charityId}`);
  await expectWholeTile(tiles(page).filter({ hasText: campaign.name }).first());
  await page.goto(`/charities/${campaign.charityId}/${campaign.id}`);
  await expectWholeTile(tiles(page).last());
});

test("the whole tiles of a card in the wallet and of an order are links", async ({ page }) => {
  await openSession(page, demo("buyer@demo.test"));
  await page.goto("/transactions");
  await expectWholeTile(tiles(page).first());
  await expectWholeOnAnyScreen(page);
  await page.goto("/orders");
  await expectWholeTile(tiles(page).first());
  await expectWholeOnAnyScreen(page);
});
