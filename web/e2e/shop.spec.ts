import { aCampaign, amountCards, amountsOf, aShop, shopsOnShow } from "./support/catalogue.ts";
import { expect, test } from "./support/story.ts";

test.describe("a visitor finds a shop", () => {
  test("by category", async ({ page, request, say }) => {
    await page.goto("/shop-vendors/");
    await page.getByRole("main").getByRole("list").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/shop-vendors\/list\?cate=/);
    const categoryId = new URL(page.url()).searchParams.get("cate") ?? "";
    await expect(page.getByRole("combobox", { name: say("field_category") })).toHaveValue(categoryId);

    const inCategory = await shopsOnShow(request, `&categoryId=${categoryId}`);
    const [first] = inCategory;
    await page
      .getByRole("link", { name: say("shop_select_named", { name: first?.displayName ?? "" }) })
      .click();
    await expect(page).toHaveURL(`/shop-vendors/detail/${first?.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(first?.displayName ?? "");
    await page.getByRole("link", { name: say("shop_back_to_vendors") }).click();
    await expect(page).toHaveURL(`/shop-vendors/list?cate=${categoryId}`);
  });

  test("by its name, and sees that there is none", async ({ page, request, say }) => {
    const shop = await aShop(request);
    await page.goto("/shop-vendors/list");
    const search = page.getByRole("searchbox", { name: say("shop_search") });
    await search.fill(shop.displayName.toUpperCase());
    await expect(page.getByRole("heading", { level: 2, name: shop.displayName, exact: true })).toBeVisible();
    await expect(page).toHaveURL(/[?&]q=/);

    await search.fill("zzqx");
    await expect(page.getByRole("heading", { name: say("catalogue_no_data") })).toBeVisible();
    await page.getByRole("button", { name: say("shop_show_all") }).click();
    await expect(search).toHaveValue("");
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  test("in the chosen region", async ({ page, request, say }) => {
    const all = await shopsOnShow(request);
    await page.goto("/shop-vendors/list");
    await expect(page.getByText(say("shop_count", { count: String(all.length) }))).toBeVisible();

    const region = page.getByRole("combobox", { name: say("shell_region") }).filter({ visible: true });
    await expect(region.locator("option")).not.toHaveCount(1);
    const regionId = await region.locator("option").nth(1).getAttribute("value");
    const here = await shopsOnShow(request, `&regionId=${regionId}`);
    const asked = page.waitForRequest((sent) => sent.url().includes(`regionId=${regionId}`));
    await region.selectOption(regionId);
    await asked;
    const count = say("shop_count", { count: String(here.length) });
    await expect(page.getByText(count, { exact: true })).toBeVisible();

    // A tap on the region's chip removes the filter.
    const name = (await region.locator("option").nth(1).textContent()) ?? "";
    await page
      .getByRole("main")
      .getByRole("button", { name: say("catalogue_without", { filter: name }) })
      .click();
    await expect(page.getByText(say("shop_count", { count: String(all.length) }))).toBeVisible();
  });
});

test.describe("a list without the region filter", () => {
  test.beforeEach(async ({ page, request }) => {
    const regions = (await (await request.get("/api/v1/Public/Regions")).json()) as { value: string }[];
    await page.addInitScript(
      (id) => sessionStorage.getItem("begun") ?? localStorage.setItem("regionId", id),
      regions[0]?.value ?? "",
    );
    await page.addInitScript(() => sessionStorage.setItem("begun", "yes"));
  });

  test("shows the nearest shops of all regions", async ({ page, request, say }) => {
    const byDistance = await shopsOnShow(request, "&near=M5V2T6");
    await page.goto("/shop-vendors/list");
    const near = page.getByLabel(say("shop_near"));
    await near.fill("m5v 2t6");
    await near.press("Enter");
    await expect(page.getByRole("article").first()).toContainText(byDistance[0]?.displayName ?? "");
    const count = say("shop_count", { count: String(byDistance.length) });
    await expect(page.getByText(count)).toBeVisible();
    await expect(page).toHaveURL("/shop-vendors/list?near=M5V2T6");
    await expect(page.getByRole("combobox", { name: say("shell_region") })).toHaveValue("");
  });

  test("shows all shops", async ({ page, request, say }) => {
    const all = await shopsOnShow(request);
    await page.goto("/shop-vendors/list?q=zzqx");
    await page.getByRole("button", { name: say("shop_show_all") }).click();
    await expect(page.getByText(say("shop_count", { count: String(all.length) }))).toBeVisible();
    await expect(page).toHaveURL("/shop-vendors/list");
  });
});

test("the list of shops loads completely after one fling, and going back restores the position", async ({
  page,
  request,
  say,
}) => {
  const shops = await shopsOnShow(request);
  await page.goto("/shop-vendors/list");
  const items = page.getByRole("list", { name: say("shop_vendors_title") }).getByRole("article");
  await expect(items.first()).toBeVisible();
  const shown = await items.count();
  // Scroll far past the end of the list, then stop.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  await expect.poll(() => items.count()).toBeGreaterThan(shown);
  // New items are added below the viewport; the scroll position stays.
  await expect(page.getByRole("contentinfo")).not.toBeInViewport();
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    expect(await items.count()).toBe(shops.length);
  }).toPass();

  const name = shops[9]?.displayName ?? "";
  const select = page.getByRole("link", { name: say("shop_select_named", { name }), exact: true });
  await select.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.goBack();
  await expect(select).toBeInViewport();
});

test.describe("in French, whose labels are longer,", () => {
  test.use({ language: "fr", locale: "fr-CA", viewport: { width: 360, height: 780 } });

  test("no tab of a shop's cards is cut off on a phone", async ({ page, request, brand, say }) => {
    test.skip(brand !== "funray", "RayZR has one kind of cards");
    const shop = await aShop(request);
    await page.goto(`/shop-vendors/detail/${shop.id}`);
    await expect(page.getByRole("tab", { name: say("shop_local_card") })).toBeVisible();
    // On a busy machine the first visit may lack the brand's fonts, which the second has cached.
    await page.reload();
    await expect(page.getByRole("tab", { name: say("shop_local_card") })).toBeVisible();
    const cut = await page.getByRole("tablist").evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(cut, "what of the tabs is out of sight").toBeLessThanOrEqual(0);
  });
});

test("a shop's page offers the cards of its brand, and only amounts that it sells", async ({
  page,
  request,
  brand,
  say,
}) => {
  const shop = await aShop(request);
  await page.goto(`/shop-vendors/detail/${shop.id}`);
  const tabs = page.getByRole("tab");
  await expect(tabs).toHaveCount(brand === "funray" ? 2 : 0);
  if (brand === "funray") {
    await page.getByRole("tab", { name: say("shop_local_card") }).click();
  }
  const cards = amountCards(page);
  await expect(cards).toHaveCount(amountsOf(shop).length);
  await cards.last().click();
  const dearest = Math.max(...amountsOf(shop));
  await expect(page).toHaveURL(`/shop-vendors/rayzr-card/${shop.id}/${dearest}`);
  await expect(page.getByRole("radio", { checked: true }).first()).toHaveValue(String(dearest));

  await page.goto(`/shop-vendors/rayzr-card/${shop.id}/33`);
  await expect(page).toHaveURL(`/shop-vendors/detail/${shop.id}`);
});

test("an empty list names its filters, and offers to drop each", async ({ page, request, say, language }) => {
  const [shop] = await shopsOnShow(request);
  await page.goto(`/shop-vendors/list?cate=${shop?.key}&q=zzqx`);
  const quoted = say("catalogue_quoted", { text: "zzqx" });
  const category = language === "fr" ? shop?.frenchValue : shop?.value;
  const filters = `${quoted} · ${category}`;
  await expect(page.getByText(say("shop_nothing_matches", { filters }))).toBeVisible();
  await page.getByRole("button", { name: say("catalogue_without", { filter: quoted }) }).click();
  await expect(page).toHaveURL(`/shop-vendors/list?cate=${shop?.key}`);
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("a shop without cards offers none, for a cause or without", async ({ page, request, brand, say }) => {
  const shop = await aShop(request);
  const route = `**/api/v1/Public/vendor/${shop.id}`;
  await page.route(route, (asked) => asked.fulfill({ json: { ...shop, amount: "0" } }));
  await page.goto(`/shop-vendors/detail/${shop.id}`);
  await expect(page.getByRole("heading", { name: say("shop_no_amounts") })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  if (brand !== "funray") return;
  const campaign = await aCampaign(request);
  await page.goto(`/shop-vendors/funray-card/${shop.id}/${campaign.id}`);
  await expect(page).toHaveURL(`/shop-vendors/detail/${shop.id}`);
});

test("one search finds shops, causes and campaigns while typing", async ({ page, request, brand, say }) => {
  const shop = await aShop(request);
  const campaign = await aCampaign(request);
  await page.goto("/");
  await page
    .getByRole("banner")
    .getByRole("link", { name: say("shell_search") })
    .click();
  const search = page.getByRole("searchbox");
  await expect(search).toBeFocused();
  await search.pressSequentially(shop.displayName.toLowerCase().slice(0, -1));
  await expect(page.getByRole("heading", { name: shop.displayName })).toBeVisible();
  await search.fill(brand === "funray" ? campaign.name : "zzqx");
  if (brand === "funray") await expect(page.getByRole("heading", { name: campaign.name })).toBeVisible();
  else await expect(page.getByRole("heading", { name: say("catalogue_no_data") })).toBeVisible();
});

test("an unsafe website address is plain text", async ({ page, request, say, isPhone }) => {
  const shop = await aShop(request);
  await page.route(`**/api/v1/Public/vendor/${shop.id}`, (route) =>
    route.fulfill({ json: { ...shop, website: "javascript:alert(1)" } }),
  );
  await page.goto(`/shop-vendors/detail/${shop.id}`);
  // On a phone the amounts come first.
  if (isPhone) await page.getByText(say("shop_about"), { exact: true }).click();
  await expect(page.getByText("javascript:alert(1)")).toBeVisible();
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
});
