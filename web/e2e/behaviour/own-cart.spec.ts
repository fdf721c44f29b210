import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { aShop } from "../support/catalogue.ts";
import { openSession } from "../support/openSession.ts";
import { hire, signInHere } from "../support/people.ts";
import { cartOf, chooseCard } from "../support/shopping.ts";
import { expect, test } from "../support/story.ts";

test("a guest's cart is in the user's cart after signing in, in every tab", async ({
  page,
  context,
  request,
  say,
}) => {
  // Administrators may shop, too. A new person has an empty cart.
  const person = await hire(request, { firstName: "Carla", lastName: "Roy", role: "ADMINISTRATOR" });
  const shop = await aShop(request);
  await chooseCard(page, say, shop);
  await page.getByRole("button", { name: say("cart_checkout") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("shell_sign_in") })
    .click();
  await signInHere(page, say, person);
  await expect(page).toHaveURL("/my-cart");
  await expect(page.getByRole("spinbutton")).toHaveValue("1");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("products"))).toBeNull();

  const another = await context.newPage();
  await another.goto("/about");
  await expect(cartOf(another, say, "1")).toHaveCount(1);
  await page.getByRole("button", { name: say("kit_more") }).click();
  await expect(cartOf(page, say, "2")).toHaveCount(1);
  await expect(cartOf(another, say, "2")).toHaveCount(1);
  await expect(page.getByText(say("cart_total", { count: "2" }))).toBeVisible();
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);

  await page.reload();
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
  await page.getByRole("button", { name: say("cart_remove", { shop: shop.displayName }) }).click();
  await expect(page.getByRole("heading", { name: say("cart_empty") })).toBeVisible();
  await expect(cartOf(another, say, "0")).toHaveCount(1);
});

test.describe("while the server refuses items", () => {
  test.use({ expectedFailures: ["503 /api/v1/Carts/items"] });

  // Fails twice: when the card is added, and when the cart is opened.
  test("a chosen card stays in the browser, and goes to the cart later", async ({ page, request, say }) => {
    const person = await hire(request, { firstName: "Luc", lastName: "Roy", role: "ADMINISTRATOR" });
    await openSession(page, person);
    await page.route("**/api/v1/Carts/items", (route) => route.fulfill({ status: 503, json: {} }), {
      times: 2,
    });
    await chooseCard(page, say, await aShop(request));
    await expect(page.getByText(say("cart_kept"))).toBeVisible();
    await expect(cartOf(page, say, "1")).toHaveCount(1);
    await page.getByRole("button", { name: say("catalogue_retry") }).click();
    await expect(page.getByText(say("cart_kept"))).toHaveCount(0);
    await expect(page.getByRole("spinbutton")).toHaveValue("1");
    await expect(cartOf(page, say, "1")).toHaveCount(1);
  });
});
