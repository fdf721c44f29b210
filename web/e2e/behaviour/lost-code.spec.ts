// Files of the app that a bad connection loses: the page recovers without a reload.
import type { Page } from "@playwright/test";
import { aShop } from "../support/catalogue.ts";
import { openSession } from "../support/openSession.ts";
import { hire } from "../support/people.ts";
import { APPROVED, chooseCard, expectPaid, payWith } from "../support/shopping.ts";
import { expect, NO_NETWORK, test } from "../support/story.ts";

test.use({ expectedFailures: [NO_NETWORK] });

/** Cuts the requests for a file until the returned function is called, or only the first one. */
async function cut(page: Page, file: string, times?: number): Promise<() => Promise<void>> {
  await page.route(
    `**/assets/${file}`,
    (route) => route.abort("internetdisconnected"),
    times ? { times } : {},
  );
  return () => page.unroute(`**/assets/${file}`);
}

/** Whether the stylesheet is in use. Browsers list one that failed, without rules. */
const isStyled = () =>
  [...document.styleSheets].some(
    ({ href, cssRules }) => href?.includes("/routes-") === true && cssRules.length > 0,
  );

test("the payment form loads after its code was cut off, and pays", async ({ page, request, say }) => {
  const buyer = await hire(request, { firstName: "Cora", lastName: "Roy", role: "ADMINISTRATOR" });
  await openSession(page, buyer);
  await chooseCard(page, say, await aShop(request));
  const connect = await cut(page, "CardForm-*.js");
  await page.getByRole("link", { name: say("cart_checkout") }).click();
  const form = page.getByRole("group").filter({ hasText: say("common_error_connection") });
  const again = form.getByRole("button", { name: say("catalogue_retry") });
  await expect(again).toBeVisible();
  await page.evaluate(() => (document.title = "untouched"));
  await connect();
  await again.click();
  await expect(page.getByLabel(say("checkout_number"))).toBeVisible();
  expect(await page.title()).toBe("untouched");
  await payWith(page, say, APPROVED);
  await expectPaid(page, say);
});

test("a file that is lost once is loaded again unnoticed, a stylesheet as well", async ({
  page,
  request,
}) => {
  const clerk = await hire(request, { firstName: "Dina", lastName: "Roy", role: "ADMINISTRATOR" });
  await openSession(page, clerk);
  await cut(page, "DashboardPage-*.js", 1);
  await cut(page, "routes-*.css", 1);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(isStyled)).toBe(true);
});
