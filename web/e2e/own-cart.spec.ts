import type { APIRequestContext, Page } from "@playwright/test";
import type { components } from "../src/api/schema.d.ts";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "./support/axe.ts";
import { hire, signIn, signInHere } from "./support/people.ts";
import { expect, test, type Words } from "./support/story.ts";

type Shop = components["schemas"]["PublicVendor"];

async function aShop(request: APIRequestContext): Promise<{ shop: Shop; amount: number }> {
  const answer = await request.get("/api/v1/Public/Vendors?pageSize=40");
  const { items } = (await answer.json()) as components["schemas"]["PublicVendorPage"];
  const shop = items.find(({ amount }) => amount.includes(","));
  if (!shop) throw new Error("No shop sells cards of two amounts");
  return { shop, amount: Number(/\d+/.exec(shop.amount)?.[0]) };
}

async function choose(page: Page, say: Words, { shop, amount }: { shop: Shop; amount: number }) {
  await page.goto(`/shop-vendors/rayzr-card/${shop.id}/${amount}`);
  await page.getByRole("button", { name: say("purchase_add_to_cart") }).click();
  await expect(page).toHaveURL("/my-cart");
}

const cartOf = (page: Page, say: Words, count: string) =>
  page.getByRole("link", { name: say("shell_cart", { count }) }).filter({ visible: true });

test("what a guest chose is in their cart when they have signed in, in every tab", async ({
  page,
  context,
  request,
  say,
}) => {
  // Anybody may shop; somebody new has an empty cart.
  const person = await hire(request, { firstName: "Carla", lastName: "Roy", role: "ADMINISTRATOR" });
  const offer = await aShop(request);
  await choose(page, say, offer);
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
  await page.getByRole("button", { name: say("cart_remove", { shop: offer.shop.displayName }) }).click();
  await expect(page.getByRole("heading", { name: say("cart_empty") })).toBeVisible();
  await expect(cartOf(another, say, "0")).toHaveCount(1);
});

test.describe("while the server refuses", () => {
  test.use({ expectedFailures: ["503 /api/v1/Carts/items"] });

  test("a chosen card stays in the browser, and goes to the cart later", async ({ page, request, say }) => {
    const person = await hire(request, { firstName: "Luc", lastName: "Roy", role: "ADMINISTRATOR" });
    await signIn(page, say, person);
    await page.route("**/api/v1/Carts/items", (route) => route.fulfill({ status: 503, json: {} }), {
      times: 1,
    });
    await choose(page, say, await aShop(request));
    await expect(page.getByText(say("cart_kept"))).toBeVisible();
    await expect(cartOf(page, say, "1")).toHaveCount(1);
    await page.getByRole("button", { name: say("catalogue_retry") }).click();
    await expect(page.getByText(say("cart_kept"))).toHaveCount(0);
    await expect(page.getByRole("spinbutton")).toHaveValue("1");
    await expect(cartOf(page, say, "1")).toHaveCount(1);
  });
});
