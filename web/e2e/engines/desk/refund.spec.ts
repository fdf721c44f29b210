import { buyCard } from "../../support/cards.ts";
import { demo, hire } from "../../support/people.ts";
import { test } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";

test("the support desk finds a card by its number and cancels its order, with a reason", async ({
  visitor,
  request,
  say,
}) => {
  const buyer = await hire(request, { firstName: "Rex", lastName: "Roy", role: "ADMINISTRATOR" });
  const card = await buyCard(request, buyer, { dollars: 50 });
  await signIn(visitor, say, demo("admin@demo.test"), "/admin/cards");
  await visitor.fill(say("helpdesk_search"), card.cardNumber);
  const row = visitor
    .within("table", say("helpdesk_cards"))
    .within("row", new RegExp(card.cardNumber.slice(-4)));
  await row.click("button", say("lists_actions_of", { name: `•••• ${card.cardNumber.slice(-4)}` }));
  await row.within("group").click("link", say("helpdesk_see_order"));
  await visitor.isAt(/^\/admin\/cards\/orders\/ord_/);
  await visitor.click("button", say("cases_actions"));
  await visitor.click("button", say("helpdesk_cancel"));
  const dialog = visitor.within("dialog");
  await dialog.click("button", say("helpdesk_cancel_confirm"));
  await dialog.hasFocus("textbox", say("counter_reason"));
  await visitor.type("Bought twice by mistake");
  await dialog.click("button", say("helpdesk_cancel_confirm"));
  await visitor.read(say("helpdesk_cancelled"));
  await visitor.miss("dialog");
  await visitor.read("Bought twice by mistake");
  await visitor.miss("button", say("cases_actions"));
});
