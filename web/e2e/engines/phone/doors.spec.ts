// Signing in and registering.
import { hire, mailedPage, newAddress } from "../../support/people.ts";
import { test } from "../../support/visitor.ts";
import { signInHere } from "../../support/visitorSteps.ts";

test.describe("a wrong password", () => {
  test.use({ expectedFailures: ["400 /api/v1/OAuth/login"] });

  test("is reported, the typed address stays, and the right one leads on", async ({
    visitor,
    request,
    say,
  }) => {
    const person = await hire(request, { firstName: "Ina", lastName: "Roy", role: "ADMINISTRATOR" });
    await visitor.goto("/signin?redirect-url=%2Forders");
    await signInHere(visitor, say, { ...person, password: "not this one" });
    await visitor.within("alert").read(say("error_wrong_credentials"));
    await visitor.holds(say("field_email"), person.email);
    await signInHere(visitor, say, person);
    await visitor.isAt(/^\/orders$/);
    await visitor.see("heading", say("orders_title"));
  });
});

test("values typed into a form survive a wrong tap, unless they are discarded", async ({ visitor, say }) => {
  await visitor.goto("/register");
  await visitor.fill(say("field_first_name"), "Ann");
  const main = visitor.within("main");
  const question = visitor.within("dialog", say("kit_unsaved_title"));
  await main.click("link", say("account_sign_in"));
  await question.click("button", say("kit_unsaved_stay"));
  await visitor.miss("dialog");
  await visitor.holds(say("field_first_name"), "Ann");
  await main.click("link", say("account_sign_in"));
  await question.click("button", say("kit_unsaved_discard"));
  await visitor.isAt(/^\/signin$/);
});

test("a shopper registers, confirms by email and is signed in", async ({ visitor, request, say }) => {
  const email = newAddress("ann");
  const password = "three words together";
  await visitor.goto("/register");
  for (const [key, value] of Object.entries({
    field_first_name: "Ann",
    field_last_name: "Lee",
    field_email: email,
    field_address: "1 Main Street",
    field_city: "Ottawa",
    field_province: "Ontario",
    field_postal_code: "k1p 1j1",
    account_password: password,
    account_confirm_password: password,
  })) {
    await visitor.fill(say(key), value);
  }
  await visitor.click("checkbox");
  await visitor.within("main").click("button", say("account_register"));
  await visitor.isAt(/^\/register-success$/);
  const { pathname, search } = await mailedPage(request, email);
  await visitor.goto(pathname + search);
  await visitor.fill(say("account_password"), password);
  await visitor.within("main").click("button", say("account_confirm_submit"));
  await visitor.see("heading", say("account_congratulations"));
  await visitor.click("link", say("account_continue"));
  await visitor.isAt(/^\/$/);
  // A person who is signed in is led away from the sign-in page.
  await visitor.goto("/signin");
  await visitor.isAt(/^\/$/);
});
