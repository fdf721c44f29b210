// From the cart to the card. `unpaid.spec.ts` has payments that are declined or wait.
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { amountsOf, aShop } from "../support/catalogue.ts";
import { confirm, joinHere } from "../support/joining.ts";
import { openSession } from "../support/openSession.ts";
import { hire } from "../support/people.ts";
import {
  APPROVED,
  chooseCard,
  expectPaid,
  goToCheckout,
  mailWith,
  payButton,
  payWith,
} from "../support/shopping.ts";
import { expect, test } from "../support/story.ts";

test("a guest fills a cart, registers, finds it again, pays, and has a card and a receipt", async ({
  page,
  request,
  say,
}) => {
  const shop = await aShop(request);
  await chooseCard(page, say, shop);
  await page.getByRole("button", { name: say("cart_checkout") }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: say("shell_register") })
    .click();
  const email = await joinHere(page, say);
  await confirm(page, request, say, email);
  await page.getByRole("link", { name: say("account_continue") }).click();

  // Signing in returns to the cart.
  await expect(page).toHaveURL("/my-cart");
  await goToCheckout(page, say);
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);
  const foreign: string[] = [];
  page.on("request", (sent) => {
    if (sent.resourceType() === "script" && new URL(sent.url()).origin !== new URL(page.url()).origin)
      foreign.push(sent.url());
    expect(sent.postData() ?? "").not.toMatch(/4111 ?1111 ?1111 ?1111.*orderNumber/s);
  });
  await payWith(page, say, APPROVED);
  await expectPaid(page, say);
  expect(foreign).toEqual([]);
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);
  await expect(page.getByRole("link", { name: say("shell_cart", { count: "0" }) })).not.toHaveCount(0);

  await page.getByRole("link", { name: say("checkout_to_card") }).click();
  await expect(page.getByRole("img", { name: say("kit_card_code_alt") })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.displayName);
  await expect(page.getByRole("cell", { name: say("wallet_purchased") })).toBeVisible();
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);

  await page.goto("/orders");
  await page
    .getByRole("list", { name: say("orders_title") })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("orders_receipt"));
  await expect(page.getByRole("row", { name: shop.displayName })).toBeVisible();
  const number = await page.getByText(say("orders_number")).locator("+ dd").innerText();
  await expectOpenToEverybody(page);
  expect((await mailWith(request, email, number)).text).toContain(String(amountsOf(shop)[0]));
});

test("a card is paid for with a keyboard alone", async ({ page, request, say, isPhone }) => {
  test.skip(isPhone);
  const person = await hire(request, { firstName: "Kim", lastName: "Roy", role: "ADMINISTRATOR" });
  await openSession(page, person);
  await chooseCard(page, say, await aShop(request));
  await goToCheckout(page, say);
  await page.getByLabel(say("checkout_number")).focus();
  for (const text of [APPROVED, "Kim Roy", "1299", "123"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(payButton(page, say)).toBeFocused();
  await page.keyboard.press("Enter");
  await expectPaid(page, say);
});
