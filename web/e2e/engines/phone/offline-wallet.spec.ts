// The wallet without a network, in every engine. The line is cut, because only Chromium can be switched offline: Firefox's BiDi
// and WebDriver have no command for it, and Playwright's routes miss the service worker's requests.
import { buyCard } from "../../support/cards.ts";
import { hire } from "../../support/people.ts";
import { NO_NETWORK, SESSION_ENDED } from "../../support/story.ts";
import { test } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";

test.use({ expectedFailures: [NO_NETWORK, ...SESSION_ENDED], serviceWorkers: "allow" });

const SHOP = "Maple Leaf Books";

/** Returns whether the service worker has cached the page with its last file, and the page has stored the wallet. */
async function isKept(): Promise<boolean> {
  const name = (await caches.keys()).find((one) => one.startsWith("wallet"));
  const parts = name === undefined ? [] : await (await caches.open(name)).keys();
  const has = (path: RegExp) => parts.some(({ url }) => path.test(new URL(url).pathname));
  const hasWallet = Object.keys(localStorage).some((key) => key.startsWith("kept."));
  return hasWallet && has(/^\/transactions$/) && has(/\/CounterDialog\b.*\.js$/);
}

async function isForgotten(): Promise<boolean> {
  const hasWallet = Object.keys(localStorage).some((key) => key.startsWith("kept."));
  return !hasWallet && (await caches.keys()).length === 0;
}

test("a kept wallet opens without a network, and is deleted by signing out", async ({
  visitor,
  line,
  request,
  language,
  say,
}) => {
  const person = await hire(request, { firstName: "Otto", lastName: "Roy", role: "ADMINISTRATOR" });
  await buyCard(request, person, { shop: SHOP });
  await signIn(visitor, say, person, "/transactions");
  await visitor.see("link", SHOP);
  await visitor.waitFor(isKept);

  line.cut();
  // Other pages show our offline page, which leads to the wallet.
  await visitor.goto("/shop-vendors/list");
  await visitor.see("heading", { en: "You are offline", fr: "Vous êtes hors ligne" }[language]);
  await visitor.click("link", { en: "Open my wallet", fr: "Ouvrir mon portefeuille" }[language]);
  await visitor.read(say("wallet_away_text"));
  await visitor.click("link", SHOP);
  await visitor.see("img", say("kit_card_code_alt"));
  await visitor.click("button", say("wallet_show_at_counter"));
  await visitor.see("dialog", SHOP);
  await visitor.press("Escape");
  await visitor.miss("dialog");
  await visitor.hasFocus("button", say("wallet_show_at_counter"));

  line.answerAgain();
  await visitor.goto("/account");
  await visitor.within("main").click("button", say("shell_sign_out"));
  await visitor.isAt(/^\/signed-out$/);
  await visitor.waitFor(isForgotten);
});
