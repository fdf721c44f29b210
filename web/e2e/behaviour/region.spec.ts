import { shopsOnShow } from "../support/catalogue.ts";
import { expect, messageOf, test } from "../support/story.ts";

test("the visitor chooses a region, and it stays", async ({ page, say }) => {
  const storedRegion = () => page.evaluate(() => localStorage.getItem("regionId"));
  await page.goto("/");
  const region = page.getByRole("combobox", { name: say("shell_region") });
  await expect(region).toHaveValue("");
  await expect(region.locator("option").first()).toHaveText(say("shell_all_regions"));
  await expect(region.locator("option")).not.toHaveCount(1);
  const [id = ""] = await region
    .locator("option")
    .nth(1)
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

  const choose = async (value: string) => {
    const reloaded = page.waitForEvent("load");
    await region.selectOption(value);
    await reloaded;
  };
  await choose(id);
  await expect(region).toHaveValue(id);
  expect(await storedRegion()).toBe(id);

  await page.goto("/about");
  await expect(region).toHaveValue(id);
  await choose("");
  await expect(region).toHaveValue("");
  expect(await storedRegion()).toBe("");
});

test("a region that no longer exists filters nothing, and the visitor sees one message", async ({
  page,
  request,
  say,
}) => {
  const all = await shopsOnShow(request);
  await page.goto("/about");
  const options = page.getByRole("combobox", { name: say("shell_region") }).locator("option");
  await expect(options).not.toHaveCount(1);
  const gone = await options.nth(1).getAttribute("value");
  expect((await shopsOnShow(request, `&regionId=${gone}`)).length).toBeLessThan(all.length);
  await page.evaluate((id) => localStorage.setItem("regionId", id ?? ""), gone);
  const offered = (await (await request.get("/api/v1/Public/Regions")).json()) as { value: string }[];
  const left = offered.filter(({ value }) => value !== gone);
  await page.route("**/api/v1/Public/Regions", (route) => route.fulfill({ json: left }));

  await page.goto("/shop-vendors/list");
  await expect(messageOf(page, say("shell_region_gone"))).toBeVisible();
  await expect(page.getByText(say("shop_count", { count: String(all.length) }))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("regionId"))).toBeNull();
  await page.reload();
  await expect(page.getByText(say("shop_count", { count: String(all.length) }))).toBeVisible();
  await expect(messageOf(page, say("shell_region_gone"))).toHaveCount(0);
});
