// Files of the app that don't arrive: a script is cut in the middle, or a new release has removed it.
import { aShop } from "../support/catalogue.ts";
import { openSession } from "../support/openSession.ts";
import { hire } from "../support/people.ts";
import { APPROVED, cartOf, chooseCard, expectPaid, payWith } from "../support/shopping.ts";
import { NO_NETWORK, SESSION_ENDED } from "../support/story.ts";
import { expect, test } from "../support/visitor.ts";

test.use({ expectedFailures: [NO_NETWORK, ...SESSION_ENDED, "404 /assets/**"] });

/** Name of a variable that a page loses when it is loaded again. */
const MARK = "story.mark";

test("a payment form whose code is cut appears after another try, without a reload", async ({
  page,
  line,
  request,
  say,
}) => {
  await openSession(page, await hire(request, { firstName: "Cy", lastName: "Roy", role: "ADMINISTRATOR" }));
  await chooseCard(page, say, await aShop(request));
  const cut = line.cutFiles(/^GET \/assets\/CardForm-/);
  await page.getByRole("link", { name: say("cart_checkout") }).click();
  const notice = page.getByRole("main").getByRole("alert");
  await expect(notice).toHaveText(say("common_error_connection"));
  expect(cut.hits()).toBeGreaterThan(0);
  await page.evaluate((mark) => Object.assign(window, { [mark]: true }), MARK);

  cut.end();
  await page
    .getByRole("main")
    .getByRole("button", { name: say("catalogue_retry") })
    .click();
  await payWith(page, say, APPROVED);
  await expectPaid(page, say);
  expect(await page.evaluate((mark) => mark in window, MARK)).toBe(true);
});

test("a tab of the old release opens a page of the new one once, and keeps the cart", async ({
  page,
  line,
  request,
  say,
}) => {
  await chooseCard(page, say, await aShop(request));
  await expect(cartOf(page, say, "1")).toBeVisible();
  line.installRelease();
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("shell_about") })
    .click();
  await expect(page).toHaveURL("/about");
  await expect(page.locator('script[src^="/assets/new/index-"]')).toBeAttached();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(cartOf(page, say, "1")).toBeVisible();
  expect(loads).toBe(1);
});
