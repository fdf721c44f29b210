// Gifts: their form, their email, and the recipient who saves one.
import { buyCard } from "../../support/cards.ts";
import { aShop } from "../../support/catalogue.ts";
import { hire, newAddress } from "../../support/people.ts";
import { mailedDigits, mailWith } from "../../support/shopping.ts";
import { test } from "../../support/visitor.ts";
import { cardForm, checkOut, signIn } from "../../support/visitorSteps.ts";

test("a gift's missing values are reported at the first tap, and the paid gift is mailed", async ({
  visitor,
  request,
  say,
}) => {
  const giver = await hire(request, { firstName: "Gina", lastName: "Roy", role: "ADMINISTRATOR" });
  const email = newAddress("rose");
  await signIn(visitor, say, giver, cardForm(await aShop(request)));
  await visitor.click("radio", say("purchase_is_gift"));
  await visitor.fill(say("purchase_recipient_email"), email);
  // Its error appears as the field loses the focus, and moves the button.
  await visitor.fill(say("purchase_confirm_email"), "somebody@else.test");
  await visitor.click("button", say("purchase_add_to_cart"));
  await visitor.read(say("form_required", { field: say("purchase_to") }));
  await visitor.hasFocus("textbox", say("purchase_to"));
  await visitor.read(say("purchase_emails_differ"));

  await visitor.fill(say("purchase_to"), "Rose");
  await visitor.fill(say("purchase_from"), "Gina");
  await visitor.fill(say("purchase_confirm_email"), email);
  await visitor.fill(`${say("purchase_gift_message")} ${say("kit_optional")}`, "Read <b>on</b>!");
  await visitor.click("button", say("purchase_add_to_cart"));
  await visitor.isAt(/^\/my-cart$/);
  await checkOut(visitor, say);
  await mailWith(request, email, /\/gift\/\w+/);
});

test("a gift is opened and saved by its recipient without an account, with six digits", async ({
  visitor,
  request,
  say,
}) => {
  const giver = await hire(request, { firstName: "Gus", lastName: "Roy", role: "ADMINISTRATOR" });
  const email = newAddress("bea");
  await buyCard(request, giver, { giftTo: email });
  const { text } = await mailWith(request, email, /\/gift\/\w+/);
  await visitor.goto(/\/gift\/\w+/.exec(text)?.[0] ?? "");
  await visitor.see("heading", say("gift_waiting_title", { to: "Bea" }));
  await visitor.miss("img", say("kit_card_code_alt"));
  await visitor.click("button", say("gift_open"));
  await visitor.see("img", say("kit_card_code_alt"));
  await visitor.click("button", say("gift_save"));
  const dialog = visitor.within("dialog");
  await dialog.fill(say("cart_email_code"), await mailedDigits(request, email));
  await dialog.click("button", say("gift_save"));
  await visitor.miss("dialog");
  await visitor.read(say("gift_is_in_wallet"));
});
