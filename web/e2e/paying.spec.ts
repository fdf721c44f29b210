// From the cart to the card: paying, what becomes of a card that is declined, and a payment that nobody knows about yet.
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "./support/axe.ts";
import { amountsOf, aShop } from "./support/catalogue.ts";
import { join, PASSWORD } from "./support/joining.ts";
import { hire, mailedLink, signIn, signInHere } from "./support/people.ts";
import {
  APPROVED,
  chooseCard,
  DECLINED,
  goToCheckout,
  HELD,
  mailWith,
  payButton,
  payWith,
} from "./support/shopping.ts";
import { expect, test } from "./support/story.ts";

test("a guest fills a cart, registers, finds it again, pays, and has a card and a receipt", async ({
  page,
  request,
  say,
}) => {
  const shop = await aShop(request);
  await chooseCard(page, say, shop);
  await page.getByRole("button", { name: say("cart_checkout") }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: say("shell_register") })).toBeVisible();
  const email = await join(page, say);
  await page.goto(await mailedLink(request, email));
  await page.getByRole("link", { name: say("account_continue") }).click();
  await signInHere(page, say, { email, password: PASSWORD });

  await page.goto("/my-cart");
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
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("checkout_success_title"));
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

test.describe("a card that is declined", () => {
  test.use({ expectedFailures: ["400 /api/v1/Orders/checkout"] });

  test("leaves everything as it was, and another one pays", async ({ page, request, say }) => {
    const person = await hire(request, { firstName: "Dora", lastName: "Roy", role: "ADMINISTRATOR" });
    await signIn(page, say, person);
    await chooseCard(page, say, await aShop(request));
    await goToCheckout(page, say);
    await payWith(page, say, DECLINED);
    await expect(page.getByRole("alert").filter({ hasText: say("checkout_nothing_charged") })).toBeVisible();
    await expect(page.getByLabel(say("checkout_number"))).toHaveValue("");
    await expect(page.getByLabel(say("checkout_number"))).toBeEnabled();
    await expect(payButton(page, say)).toBeDisabled();
    await expect(page.getByRole("link", { name: say("shell_cart", { count: "1" }) })).not.toHaveCount(0);

    await payWith(page, say, APPROVED);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("checkout_success_title"));
  });
});

test("a card is paid for with a keyboard alone", async ({ page, request, say, isPhone }) => {
  test.skip(isPhone);
  const person = await hire(request, { firstName: "Kim", lastName: "Roy", role: "ADMINISTRATOR" });
  await signIn(page, say, person);
  await chooseCard(page, say, await aShop(request));
  await goToCheckout(page, say);
  await page.getByLabel(say("checkout_number")).focus();
  for (const text of [APPROVED, "Kim Roy", "12", "2099", "123"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(payButton(page, say)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("checkout_success_title"));
});

test.describe("a payment that is held", () => {
  test.use({ expectedFailures: ["503 /api/v1/Orders/checkout"] });

  test("is waited for, and not paid again", async ({ page, request, say }) => {
    const person = await hire(request, { firstName: "Hal", lastName: "Roy", role: "ADMINISTRATOR" });
    await signIn(page, say, person);
    await chooseCard(page, say, await aShop(request));
    await goToCheckout(page, say);
    await payWith(page, say, HELD);
    // The gateway is given time to think it over before that is said.
    const told = say("checkout_pending_title");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(told, { timeout: 40_000 });
    await expectOpenToEverybody(page);
    await page.waitForResponse(/\/Orders\/\w+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(told);
  });
});
