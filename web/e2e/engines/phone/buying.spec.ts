// A guest's way to a card: the cart, the question to sign in, the payment, the code.
import { aShop } from "../../support/catalogue.ts";
import { hire } from "../../support/people.ts";
import { test } from "../../support/visitor.ts";
import { cardForm, checkOut, signInHere } from "../../support/visitorSteps.ts";

test("a guest fills a cart, signs in from it, pays and has a code", async ({ visitor, request, say }) => {
  const person = await hire(request, { firstName: "Bo", lastName: "Roy", role: "ADMINISTRATOR" });
  const shop = await aShop(request);
  await visitor.goto(cardForm(shop));
  await visitor.click("button", say("purchase_add_to_cart"));
  await visitor.isAt(/^\/my-cart$/);
  await visitor.read(say("purchase_added"));
  await visitor.click("button", say("cart_remove", { shop: shop.displayName }));
  await visitor.see("heading", say("cart_empty"));
  await visitor.click("button", say("cart_undo"));
  await visitor.see("button", say("cart_remove", { shop: shop.displayName }));
  await visitor.goto("/my-cart");

  await visitor.click("button", say("cart_checkout"));
  await visitor.within("dialog").click("button", say("shell_sign_in"));
  await visitor.isAt(/^\/signin$/);
  // The address changes before the page does, and the dialog has a field for the email, too.
  await visitor.miss("dialog");
  await signInHere(visitor, say, person);
  await visitor.isAt(/^\/my-cart$/);
  await checkOut(visitor, say);
  await visitor.click("link", say("checkout_to_card"));
  await visitor.see("heading", shop.displayName);
  await visitor.see("img", say("kit_card_code_alt"));
});
