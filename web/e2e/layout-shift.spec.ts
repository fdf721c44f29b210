// No layout shifts on a shopper's pages, even if fonts, pictures and replies arrive late.
import { aCampaign, amountsOf, aShop } from "./support/catalogue.ts";
import { countLayoutShifts, expectNothingMoves } from "./support/layoutShift.ts";
import { chooseCard } from "./support/shopping.ts";
import { expect, test } from "./support/story.ts";

const missing = "/shop-vendors/detail/nothing";

test.use({
  viewport: { width: 390, height: 844 },
  expectedFailures: [
    `404 ${missing}`,
    "404 /api/v1/Public/vendor/nothing",
    "404 /api/v1/Public/vendor/nothing/campaign",
  ],
});
test.slow();

test("pages have no layout shifts while they load and are scrolled", async ({ page, request, brand }) => {
  const shop = await aShop(request);
  const paths = [
    "/",
    "/shop-vendors/",
    "/shop-vendors/list",
    "/search?q=maple",
    `/shop-vendors/detail/${shop.id}`,
    `/shop-vendors/rayzr-card/${shop.id}/${amountsOf(shop)[0]}`,
    "/my-cart",
    "/signin",
    missing,
  ];
  if (brand === "funray") {
    const { id, charityId } = await aCampaign(request);
    paths.push("/charities", `/charities/${charityId}`, `/shop-vendors/funray-card/${shop.id}/${id}`);
  }
  await countLayoutShifts(page);
  for (const path of paths) await test.step(path, () => expectNothingMoves(page, path));
});

test("a cart with cards has no layout shifts while it loads", async ({ page, request, say }) => {
  await chooseCard(page, say, await aShop(request));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await countLayoutShifts(page);
  await expectNothingMoves(page, "/my-cart");
});
