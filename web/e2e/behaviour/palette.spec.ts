import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { buyCard } from "../support/cards.ts";
import { openSession } from "../support/openSession.ts";
import { demo } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

test.describe("the palette by keyboard", () => {
  test("opens pages, runs the page's actions, and remembers recent choices", async ({ page, say }) => {
    await openSession(page, demo("super@demo.test"));
    await page.goto("/admin/vendors");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    const box = page.getByRole("combobox", { name: say("palette_search") });

    // Find a page.
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
    await expectOpenToEverybody(page);
    await expectNothingBesideTheScreen(page);
    await box.fill(say("regions_title").toLowerCase());
    await expect(page.getByRole("option").first()).toHaveText(say("regions_title"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/regions$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

    // Find a record, with the arrow keys.
    await page.keyboard.press("Meta+k");
    await box.fill("maple leaf");
    const vendor = page
      .getByRole("group", { name: say("admin_vendors") })
      .getByRole("option")
      .first();
    await expect(vendor).toBeVisible();
    while ((await vendor.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    await expect(box).toHaveAttribute("aria-activedescendant", (await vendor.getAttribute("id")) ?? "");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/vendors\/ten_\w+$/);

    // Recent choices come first.
    await page.keyboard.press("Control+k");
    const recent = page.getByRole("group", { name: say("palette_recent") }).getByRole("option");
    await expect(recent.first()).toContainText("Maple Leaf");
    await expect(recent.nth(1)).toHaveText(say("regions_title"));
    await page.keyboard.press("Escape");
    await expect(box).toBeHidden();

    // Find an action of the current page.
    await page.goto("/admin/vendors?searchText=maple");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await page.keyboard.press("Control+k");
    await box.fill(say("palette_clear"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/vendors$/);
  });

  test("opens a card by its number, and restores the focus when it is closed", async ({
    page,
    request,
    say,
  }) => {
    const card = await buyCard(request, demo("buyer@demo.test"), { dollars: 50 });
    await openSession(page, demo("admin@demo.test"));
    await page.goto("/admin/users");
    const opener = page.getByRole("button", { name: say("palette_title") });
    await opener.click();
    const box = page.getByRole("combobox", { name: say("palette_search") });
    await expect(box).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await box.fill(card.cardNumber);
    await expect(page).toHaveURL(/\/cards-transaction\/crd_/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(card.cardNumber.slice(-4));
  });

  test("shows no pages that the user can't open", async ({ page, say }) => {
    await openSession(page, demo("manager@vendor-a.test"));
    await page.goto("/admin/vendor/tills");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Control+k");
    const options = page.getByRole("option");
    await expect(options.filter({ hasText: say("tills_title") })).toHaveCount(1);
    await expect(options.filter({ hasText: say("admin_helpdesk") })).toHaveCount(0);
    await expect(options.filter({ hasText: say("admin_charities") })).toHaveCount(0);
  });
});
