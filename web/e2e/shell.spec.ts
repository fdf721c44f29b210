import { expect, test } from "./support/story.ts";

test.describe("the header", () => {
  test("shows all links on a desk", async ({ page, brand, isPhone, say }) => {
    test.skip(isPhone);
    await page.goto("/");
    const header = page.getByRole("banner");
    const hasCharities = brand === "funray";
    const shops = hasCharities ? "/shop-vendors/" : "/shop-vendors/list";
    const places: [string, string][] = [
      ["shell_home", "/"],
      ["shell_shop", shops],
      ["shell_wallet", "/transactions"],
      ["shell_register", "/register"],
      ["shell_sign_in", "/signin"],
      ["shell_admin", "/admin"],
    ];
    for (const [name, href] of places) {
      await expect(header.getByRole("link", { name: say(name), exact: true })).toHaveAttribute("href", href);
    }
    await expect(header.getByRole("link", { name: say("shell_charity") })).toHaveCount(hasCharities ? 1 : 0);
    await expect(header.getByRole("link", { name: say("shell_cart", { count: "0" }) })).toHaveAttribute(
      "href",
      "/my-cart",
    );
    await expect(header.getByRole("combobox", { name: say("shell_region") })).toBeVisible();

    // Below 577 pixels they are in the menu.
    const opener = page.getByRole("button", { name: say("shell_menu") });
    await page.setViewportSize({ width: 577, height: 800 });
    await expect(opener).toBeHidden();
    await page.setViewportSize({ width: 576, height: 800 });
    await expect(opener).toBeVisible();
  });

  test("becomes a menu within reach of the thumb on a phone", async ({ page, brand, isPhone, say }) => {
    test.skip(!isPhone);
    await page.goto("/");
    await expect(page.getByRole("banner").getByRole("link", { name: say("shell_register") })).toBeHidden();
    const opener = page.getByRole("button", { name: say("shell_menu") });
    const box = await opener.boundingBox();
    expect(box?.y).toBeGreaterThan(844 / 2);
    expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44);

    await opener.click();
    const menu = page.getByRole("dialog", { name: say("shell_menu") });
    for (const name of [
      "shell_home",
      "shell_shop",
      "shell_wallet",
      "shell_register",
      "shell_sign_in",
      "shell_admin",
    ]) {
      await expect(menu.getByRole("link", { name: say(name), exact: true })).toBeVisible();
    }
    await expect(menu.getByRole("link", { name: say("shell_charity") })).toHaveCount(
      brand === "funray" ? 1 : 0,
    );
    await menu.getByRole("link", { name: say("shell_about") }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(menu).toBeHidden();
  });
});

test.describe("the footer", () => {
  test("names the company and links to the legal texts", async ({ page, brand, say }) => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    await expect(footer).toContainText(brand === "funray" ? "FunRay" : "RayZR");
    await expect(footer).toContainText("120 Main Street");
    await expect(footer.locator('a[href^="tel:+1"]')).toBeVisible();
    await expect(footer.locator('a[href^="mailto:"]')).toBeVisible();
    await expect(footer.getByRole("list", { name: say("shell_accepted_cards") })).toBeVisible();
    const places: [string, string][] = [
      ["shell_admin", "/admin"],
      ["shell_faq", "/faq"],
      ["shell_privacy", "/privacy-policy"],
      ["shell_terms", "/term-of-use"],
      ["shell_eula", "/eula-page"],
      ["shell_refund", "/refund-only"],
      ["shell_shipping", "/shipping-only"],
    ];
    for (const [name, href] of places) {
      await expect(footer.getByRole("link", { name: say(name), exact: true })).toHaveAttribute("href", href);
    }
    await expect(footer.getByRole("link", { name: say("shell_register_charity") })).toHaveCount(
      brand === "funray" ? 1 : 0,
    );
  });
});

test.describe("the contact dialog", () => {
  test("opens on pages that ask for it, and stays closed for any other value", async ({ page, say }) => {
    for (const path of ["/", "/privacy-policy"]) {
      await page.goto(`${path}?support=show`);
      await expect(page.getByRole("dialog", { name: say("shell_contact") })).toBeVisible();
    }
    await page.goto("/?support=hide");
    await expect(
      page.getByRole("contentinfo").getByRole("button", { name: say("shell_contact") }),
    ).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
