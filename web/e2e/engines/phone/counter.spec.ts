// The counter on a phone: a card found by its number, redemptions, and one whose reply is lost.
import { booksOf, buyCard, show } from "../../support/cards.ts";
import { hire } from "../../support/people.ts";
import { NO_NETWORK } from "../../support/story.ts";
import { test } from "../../support/visitor.ts";
import { money, signIn } from "../../support/visitorSteps.ts";

const SHOP = "Maple Leaf Books";

test.use({ expectedFailures: [NO_NETWORK, "404 /api/v1/Cards/codes/*"] });

test("a card is found by its number and redeemed with the keys of the pad", async ({
  visitor,
  request,
  say,
}) => {
  const clerk = await hire(request, { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP });
  const buyer = await hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });
  const card = await buyCard(request, buyer);
  await signIn(visitor, say, clerk, "/scan-code");
  await visitor.fill(say("counter_code"), "7000 0000 0000 0000");
  await visitor.press("Enter");
  await visitor.read(say("counter_unknown_number"));
  await visitor.fill(say("counter_code"), card.cardNumber);
  await visitor.press("Enter");
  await visitor.isAt(new RegExp(`^/scan-vendor-transactions/${card.id}`));
  await visitor.click("button", say("counter_redeem"));
  const pad = visitor.within("dialog");
  for (const key of ["1", "2", say("counter_point"), "5"]) await pad.click("button", key);
  await pad.click("button", money(12.5));
  await pad.within("status").read(money(12.5));
  await pad.click("button", say("counter_done"));
  await visitor.miss("dialog");
  await visitor.within("group", say("counter_current_balance")).read(money(12.5));
  test.expect(await booksOf(request, clerk, card)).toEqual({ balance: 12.5, redemptions: 1 });
});

test("an unanswered redemption is sent again and done once", async ({ visitor, line, request, say }) => {
  const clerk = await hire(request, { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP });
  const buyer = await hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });
  const card = await buyCard(request, buyer);
  await show(request, clerk, card);
  await signIn(visitor, say, clerk, `/scan-vendor-transactions/${card.id}`);
  await visitor.click("button", say("counter_redeem"));
  const pad = visitor.within("dialog");
  await pad.fill(say("counter_bill"), "10");
  line.loseReplies(/^PUT .*\/redeemed$/, 1);
  await visitor.press("Enter");
  await pad.read(say("counter_unsure_text"));
  await pad.click("button", say("counter_unsure_repeat"));
  await pad.within("status").read(money(10));
  test.expect(await booksOf(request, clerk, card)).toEqual({ balance: 15, redemptions: 1 });
});
