// A network that is connected but never answers. The pages show their offline copy and lose nothing.
import type { Page, Route } from "@playwright/test";
import { expectOpenToEverybody } from "../support/axe.ts";
import { aShop } from "../support/catalogue.ts";
import { openSession } from "../support/openSession.ts";
import { headersOf, hire, signIn, signInHere } from "../support/people.ts";
import { buyCard } from "../support/shopping.ts";
import { expect, SESSION_ENDED, test } from "../support/story.ts";

test.use({ expectedFailures: SESSION_ENDED });

/** Longer than the lifetime of an access token. */
const TOKEN_IS_OVER = 20 * 60_000;
const FIRST_FRAME = 50;

/** Leaves all calls unanswered until the returned function is called. */
async function hang(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  const hold = (route: Route) => void held.push(route);
  await page.route("**/api/**", hold);
  return async () => {
    await page.unroute("**/api/**", hold);
    // Calls that the page has cancelled can't continue.
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

/** Lets the clock of the story control the time limits of calls, which the browser's own clock would otherwise do. */
async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(new DOMException("", "TimeoutError")), milliseconds);
      return limit.signal;
    };
  });
}

const isWalletKept = () => Object.keys(localStorage).some((key) => key.startsWith("kept."));

test("a card's code is shown at once while the network hangs, even if the session must be refreshed", async ({
  page,
  request,
  say,
}) => {
  const person = await hire(request, { firstName: "Otto", lastName: "Roy", role: "ADMINISTRATOR" });
  const shop = await aShop(request);
  await installClock(page);
  await signIn(page, say, person);
  await buyCard(page, say, shop);
  await page.goto("/transactions");
  const card = page.getByRole("list", { name: say("shell_wallet") }).getByRole("link");
  await expect(card).toHaveCount(1);
  await expect.poll(() => page.evaluate(isWalletKept)).toBe(true);
  await card.click();
  const code = page.getByRole("img", { name: say("kit_card_code_alt") });
  await expect(code).toBeVisible();

  // The clock is paused, so no timer is involved but that of the first frame, after which the app starts.
  await page.clock.pauseAt(new Date(Date.now() + TOKEN_IS_OVER));
  const answerAgain = await hang(page);
  await page.reload();
  await page.clock.runFor(FIRST_FRAME);
  await expect(code).toBeVisible();
  await expect(page.getByText(say("wallet_away_text"))).toBeHidden();
  await page.clock.runFor(3_000);
  await expect(page.getByText(say("wallet_away_text"))).toBeVisible();
  await expect(code).toBeVisible();

  // Pages without an offline copy show an error, and load once the network answers.
  await page.goto("/orders");
  await page.clock.runFor(FIRST_FRAME);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("orders_title"));
  // Only the token refresh may take its twelve seconds; the page adds no further wait.
  await page.clock.runFor(30_000);
  const again = page.getByRole("main").getByRole("button", { name: say("catalogue_retry") });
  await expect(again).toBeVisible();
  await page.clock.resume();
  await expectOpenToEverybody(page);
  await answerAgain();
  await again.click();
  await expect(page.getByText(say("orders_count", { count: "1" }))).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/orders");
});

test("the sign-in page says that a session was ended elsewhere, and returns after signing in", async ({
  page,
  request,
  language,
  say,
}) => {
  const person = await hire(request, { firstName: "Uma", lastName: "Roy", role: "ADMINISTRATOR" });
  await openSession(page, person);
  await page.goto("/orders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("orders_title"));
  const ended = await request.delete("/api/v1/Accounts/me/sessions", {
    headers: await headersOf(request, person),
  });
  expect(ended.status()).toBe(204);
  await page.reload();
  await expect(page).toHaveURL("/signin?redirect-url=%2Forders");
  const reason = { en: "This sign-in was ended", fr: "Cette connexion a été fermée" };
  await expect(page.getByRole("main").getByText(reason[language])).toBeVisible();
  await signInHere(page, say, person);
  await expect(page).toHaveURL("/orders");
});
