import { booksOf, buyCard } from "../../support/cards.ts";
import { hire } from "../../support/people.ts";
import { test } from "../../support/visitor.ts";
import { money, signIn } from "../../support/visitorSteps.ts";

/** Moves the focus to the link of a card with these last digits, once the list shows only that one. */
const isFocused = (digits: string) => {
  const [row, ...others] = document.querySelectorAll("tbody tr");
  if (others.length > 0 || !row?.textContent?.includes(digits)) return false;
  row.querySelector("a")?.focus();
  return true;
};

test("a card is found and redeemed with a keyboard alone", async ({ visitor, request, say }) => {
  const clerk = await hire(request, {
    firstName: "Cleo",
    lastName: "Clerk",
    role: "EMPLOYEE",
    tenant: "Maple Leaf Books",
  });
  const buyer = await hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });
  const card = await buyCard(request, buyer);
  await signIn(visitor, say, clerk, "/scan-vendor-transactions");
  await visitor.fill(say("counter_search"), card.cardNumber);
  await visitor.press("Enter");
  await visitor.isAt(/searchText=/);
  await visitor.waitFor(isFocused, card.cardNumber.slice(-4));
  await visitor.press("Enter");
  // A card found in the list must be shown before it can be redeemed.
  await visitor.hasFocus("textbox", say("counter_code"));
  await visitor.type(card.cardNumber);
  await visitor.press("Enter");
  await visitor.hasFocus("textbox", say("counter_bill"));
  await visitor.type("3.75");
  await visitor.press("Enter");
  await visitor.within("region", say("counter_card")).within("status").read(money(3.75));
  await visitor.hasFocus("textbox", say("counter_code"));
  await visitor.within("group", say("counter_current_balance")).read(money(21.25));
  test.expect(await booksOf(request, clerk, card)).toEqual({ balance: 21.25, redemptions: 1 });
});
