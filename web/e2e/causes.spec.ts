import { aCampaign, aShop } from "./support/catalogue.ts";
import { expect, test } from "./support/story.ts";

test("RayZR redirects all URLs of causes to its shops", async ({ page, request, brand }) => {
  test.skip(brand !== "rayzr", "FunRay has causes");
  const shop = await aShop(request);
  const campaign = await aCampaign(request);
  for (const [from, to] of [
    ["/charities", "/shop-vendors/list"],
    [`/charities/${campaign.charityId}`, "/shop-vendors/list"],
    [`/charities/${campaign.charityId}/${campaign.id}`, "/shop-vendors/list"],
    [`/shop-vendors/funray-card/${shop.id}/${campaign.id}`, `/shop-vendors/detail/${shop.id}`],
    ["/register/charity", "/register/vendor"],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(to);
  }
});

test.describe("a cause", () => {
  test.beforeEach(({ brand }) => test.skip(brand !== "funray", "RayZR sells no cards for causes"));

  test("leads from its campaign to a shop that supports it", async ({ page, request, say }) => {
    const campaign = await aCampaign(request);
    await page.goto("/charities");
    await page.getByRole("searchbox", { name: say("causes_search") }).fill(campaign.charityName);
    await page.getByRole("main").getByRole("link", { name: campaign.charityName, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(campaign.charityName);

    await page.getByRole("link", { name: say("shop_select_named", { name: campaign.name }) }).click();
    await expect(page).toHaveURL(`/charities/${campaign.charityId}/${campaign.id}`);
    const shop = await aShop(request);
    await page.getByRole("searchbox", { name: say("shop_search") }).fill(shop.displayName);
    await page
      .getByRole("link", { name: say("shop_select_named", { name: shop.displayName }), exact: true })
      .click();

    await expect(page).toHaveURL(`/shop-vendors/funray-card/${shop.id}/${campaign.id}`);
    // All amounts are visible without scrolling on every screen.
    await expect(page.locator(".amount").last()).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(say("purchase_supports"))).toBeVisible();
    await expect(page.getByText(say("purchase_sponsored_by"))).toBeVisible();
    await expect(page.getByRole("main").getByText(campaign.name)).toBeVisible();
  });

  test("ignores the campaign of another charity in the address", async ({ page, request, say }) => {
    const campaign = await aCampaign(request);
    const { items } = (await (await request.get("/api/v1/Public/Charities?pageSize=10")).json()) as {
      items: { id: string }[];
    };
    const other = items.find(({ id }) => id !== campaign.charityId);
    const place = `/charities/${other?.id}/${campaign.id}`;
    // The server answers 404, for clients that run no scripts.
    await page.route(`**${place}`, async (route) => {
      const response = await route.fetch();
      expect(response.status()).toBe(404);
      await route.fulfill({ response, status: 200 });
    });
    await page.goto(place);
    await expect(page.getByRole("heading", { name: say("causes_not_selected") })).toBeVisible();
    await expect(page.getByText(campaign.name)).toHaveCount(0);
  });

  test("links to its own page about a campaign", async ({ page, request, say }) => {
    const campaign = await aCampaign(request);
    await page.route("**/api/v1/Public/charities/campaigns?**", async (route) => {
      const reply = await route.fetch();
      const list = (await reply.json()) as { items: { id: string }[] };
      const items = list.items.map((one) => ({ ...one, campaignUrl: "https://cause.example/spring" }));
      await route.fulfill({ json: { ...list, items } });
    });
    await page.goto(`/charities/${campaign.charityId}`);
    const link = page.getByRole("link", { name: say("causes_read_more") }).first();
    await expect(link).toHaveAttribute("href", "https://cause.example/spring");
    // The link of the whole row must not cover this link.
    await link.click({ trial: true });
  });

  test("asks for a campaign before a shop, with tabs that the arrow keys change", async ({
    page,
    request,
    say,
  }) => {
    const campaign = await aCampaign(request);
    await page.goto(`/charities/${campaign.charityId}/campaignId`);
    await expect(page.getByRole("heading", { name: say("causes_not_selected") })).toBeVisible();
    await page.getByRole("link", { name: say("causes_to_campaigns") }).click();
    await expect(page).toHaveURL(`/charities/${campaign.charityId}`);
    await expect(page.getByRole("heading", { name: campaign.name })).toBeVisible();

    await page.getByRole("tab", { name: say("causes_campaigns") }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(`/charities/${campaign.charityId}/campaignId`);
    await expect(page.getByRole("tab", { name: say("causes_vendors") })).toBeFocused();
  });
});
