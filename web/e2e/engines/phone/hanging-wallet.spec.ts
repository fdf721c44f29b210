// A line that hangs while the wallet is opened, in every engine: the service worker and the page show what they kept.
import { buyCard } from "../../support/cards.ts";
import { hire } from "../../support/people.ts";
import { setClockAhead } from "../../support/line.ts";
import { NO_NETWORK, SESSION_ENDED } from "../../support/story.ts";
import { test } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";

test.use({ expectedFailures: [NO_NETWORK, ...SESSION_ENDED], serviceWorkers: "allow" });

/** Longer than the lifetime of an access token. */
const TOKEN_IS_OVER = 20 * 60_000;

/** Returns whether the service worker has cached the page, and the page has stored the wallet. */
async function isKept(): Promise<boolean> {
  const hasPage = await caches.match("/transactions", { ignoreVary: true });
  return hasPage !== undefined && Object.keys(localStorage).some((key) => key.startsWith("kept."));
}

test("a kept wallet shows its codes while the line hangs, with a valid and an expired token", async ({
  visitor,
  line,
  request,
  say,
}) => {
  const shop = "Maple Leaf Books";
  const person = await hire(request, { firstName: "Otto", lastName: "Roy", role: "ADMINISTRATOR" });
  const card = await buyCard(request, person, { shop });
  const place = `/transactions/${card.vendorId}/${card.id}`;
  const seeCode = () => visitor.see("img", say("kit_card_code_alt"));

  await signIn(visitor, say, person, "/transactions");
  await visitor.see("link", shop);
  await visitor.waitFor(isKept);

  line.hang();
  for (const ahead of [0, TOKEN_IS_OVER]) {
    await test.step(`a clock that is ${ahead} ms ahead`, async () => {
      await visitor.run(setClockAhead, String(ahead));
      await visitor.goto("/transactions");
      await visitor.click("link", shop);
      await seeCode();
      await visitor.read(say("wallet_away_text"));
      await visitor.goto(place);
      await seeCode();
      await visitor.read(say("wallet_away_text"));
    });
  }

  line.answerAgain();
  await visitor.goto("/orders");
  await visitor.see("heading", say("orders_title"));
});
