import { expectOpenToEverybody, expectOpenToEverybodyAndFingers } from "../support/axe.ts";
import { amountsOf, aShop } from "../support/catalogue.ts";
import { cartOf } from "../support/shopping.ts";
import { expect, messageOf, test } from "../support/story.ts";

test("a guest adds a gift to the cart, changes the quantity, and is asked to sign in", async ({
  page,
  request,
  say,
}) => {
  const shop = await aShop(request);
  const [amount = 0] = amountsOf(shop);
  await page.goto(`/shop-vendors/rayzr-card/${shop.id}/${amount}`);
  await page.getByRole("radio", { name: say("purchase_is_gift") }).click();
  await page.getByRole("button", { name: say("purchase_add_to_cart") }).click();
  await expect(page.getByText(say("form_required", { field: say("purchase_to") }))).toBeVisible();
  await expectOpenToEverybody(page);

  await page.getByLabel(say("purchase_to"), { exact: true }).fill("Aunt Margaret");
  await page.getByLabel(say("purchase_from"), { exact: true }).fill("Ann");
  await page.getByLabel(say("purchase_recipient_email")).fill("margaret@story.test");
  await page.getByLabel(say("purchase_confirm_email")).fill("margret@story.test");
  await page.getByRole("button", { name: say("purchase_add_to_cart") }).click();
  await expect(page.getByText(say("purchase_emails_differ"))).toBeVisible();
  await page.getByLabel(say("purchase_confirm_email")).fill("margaret@story.test");
  await page.getByRole("button", { name: say("purchase_add_to_cart") }).click();

  await expect(page).toHaveURL("/my-cart");
  await expect(messageOf(page, say("purchase_added"))).toBeVisible();
  await expect(page.getByText("margaret@story.test")).toBeVisible();
  // Correct the giver's name without choosing the card again.
  const edit = say("cart_gift_edit_of", { to: "Aunt Margaret" });
  await page.getByRole("button", { name: edit }).click();
  await page
    .getByRole("dialog", { name: edit })
    .getByLabel(say("purchase_from"), { exact: true })
    .fill("Anna");
  await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const words = { to: "Aunt Margaret", email: "margaret@story.test", from: "Anna" };
  await expect(page.getByText(say("cart_gift", words))).toBeVisible();
  await expectOpenToEverybodyAndFingers(page);
  await page.reload();
  await page.getByRole("button", { name: say("kit_more") }).click();
  await expect(page.getByText(say("cart_total", { count: "2" }))).toBeVisible();
  await expect(cartOf(page, say, "2")).toBeVisible();

  await page.getByRole("button", { name: say("cart_checkout") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("shell_sign_in") })
    .click();
  await expect(page).toHaveURL("/signin");
  expect(await page.evaluate(() => localStorage.getItem("redirectUrl"))).toBe("/my-cart");

  await page.goto("/checkout-less");
  await page.getByRole("button", { name: say("cart_remove", { shop: shop.displayName }) }).click();
  await expect(page.getByRole("heading", { name: say("cart_empty") })).toBeVisible();
  // Undo restores the gift with its message.
  await page.getByRole("button", { name: say("cart_undo") }).click();
  await expect(page.getByText(say("cart_gift", words))).toBeVisible();
});

test("a card is bought with a keyboard alone", async ({ page, request, say }) => {
  const shop = await aShop(request);
  const [cheapest = 0, next = 0] = amountsOf(shop);
  await page.goto(`/shop-vendors/rayzr-card/${shop.id}/${cheapest}`);
  await page.getByRole("radio", { checked: true }).first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { checked: true }).first()).toHaveValue(String(next));
  const add = page.getByRole("button", { name: say("purchase_add_to_cart") });
  // On a slow machine, the focus may move after the key press, so check it before each Tab.
  const isThere = () => add.evaluate((button) => button === document.activeElement);
  for (let stop = 0; stop < 40 && !(await isThere()); stop += 1) await page.keyboard.press("Tab");
  await expect(add).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/my-cart");
});

test("questions and the policy open beside the form", async ({ page, request, say }) => {
  const shop = await aShop(request);
  await page.goto(`/shop-vendors/rayzr-card/${shop.id}/${amountsOf(shop)[0]}`);
  for (const [button, title] of [
    ["purchase_faq", "purchase_faq_title"],
    ["purchase_policy", "purchase_policy"],
  ] as const) {
    await page.getByRole("button", { name: say(button) }).click();
    await expect(page.getByRole("dialog", { name: say(title) })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
