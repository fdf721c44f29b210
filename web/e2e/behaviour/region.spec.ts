import { expect, test } from "../support/story.ts";

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
