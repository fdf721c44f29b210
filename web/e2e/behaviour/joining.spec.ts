// Registration: the form, the email and the first sign-in; and how shops and causes ask to join.
import type { APIRequestContext, Page } from "@playwright/test";
import { aShop } from "../support/catalogue.ts";
import { holdCalls } from "../support/held.ts";
import {
  agreeBox,
  confirm,
  field,
  fillIn,
  goOnFromMail,
  join,
  joinHere,
  organizationValues,
  PASSWORD,
  registerButton,
} from "../support/joining.ts";
import { mailedLink, newAddress } from "../support/people.ts";
import { chooseCard } from "../support/shopping.ts";
import { expect, messageOf, test, type Words } from "../support/story.ts";

const optional = (say: Words, key: string) => `${say(key)} ${say("kit_optional")}`;

test("a shopper registers, confirms by email and is signed in", async ({ page, request, say }) => {
  const email = await join(page, say);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("account_check_mail"));
  await expect(page.getByRole("main")).toContainText(email);

  // Opening the link confirms nothing, so mail scanners can't confirm an address.
  const { pathname } = new URL(await mailedLink(request, email));
  await request.head(pathname, { maxRedirects: 0 });
  await request.get(pathname, { maxRedirects: 0 });
  const early = await request.post("/api/v1/OAuth/login", { data: { email, password: PASSWORD } });
  expect(((await early.json()) as { errorCode: string }).errorCode).toBe("EMAIL_NOT_CONFIRMED");

  await confirm(page, request, say, email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("account_congratulations"));
  await expect(page.getByRole("main")).toContainText(say("account_confirmed_text"));

  // Typing the password to confirm the address has also signed the shopper in.
  await page.getByRole("link", { name: say("account_continue") }).click();
  await expect(page).toHaveURL(/:\d+\/$/);

  // Signed-in users are redirected away from the sign-in page.
  await page.goto("/signin");
  await expect(page).toHaveURL(/:\d+\/$/);
});

async function registerFromCart({
  page,
  request,
  say,
}: {
  page: Page;
  request: APIRequestContext;
  say: Words;
}) {
  await chooseCard(page, say, await aShop(request));
  await page.getByRole("button", { name: say("cart_checkout") }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: say("shell_register") })
    .click();
  return joinHere(page, say);
}

test.describe("a guest who registers from the cart returns to it", () => {
  test("in the same browser", async ({ page, request, say }) => {
    const email = await registerFromCart({ page, request, say });
    // Simulates that the email is read after the remembered redirect has been lost.
    await page.evaluate(() => localStorage.removeItem("redirectUrl"));
    await confirm(page, request, say, email);
    await goOnFromMail(page, say);
    await expect(page.getByRole("link", { name: say("cart_checkout") })).toBeVisible();
  });

  test("in another browser", async ({ page, anotherBrowser, request, say }) => {
    const email = await registerFromCart({ page, request, say });
    const other = await anotherBrowser.newPage();
    await confirm(other, request, say, email);
    await goOnFromMail(other, say);
  });
});

test("the form can't be submitted before all of it is valid", async ({ page, say }) => {
  await page.goto("/register");
  await expect(page.getByRole("status").filter({ hasText: say("captcha_waiting") })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await fillIn(page, say, newAddress("ann"));
  await expect(page.getByRole("status").filter({ hasText: say("captcha_done") })).toBeVisible();
  await expect(registerButton(page, say)).toBeDisabled();
  await page.getByRole("checkbox").check();
  await expect(registerButton(page, say)).toBeEnabled();

  await field(page, optional(say, "account_phone")).fill("call me");
  await field(page, say("field_email")).fill("ann@");
  await field(page, say("field_city")).fill("");
  await field(page, say("account_confirm_password")).fill("something else");
  await page.getByRole("heading", { level: 1 }).click();
  for (const message of [
    say("form_phone"),
    say("form_email"),
    say("form_required", { field: say("field_city") }),
    say("account_passwords_differ"),
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(registerButton(page, say)).toBeDisabled();
});

test.describe("while the form is being sent", () => {
  test("none of its fields can be changed", async ({ page, say }) => {
    const goOn = await holdCalls(page, "**/api/v1/Accounts");
    await page.goto("/register");
    await fillIn(page, say, newAddress("ann"));
    await page.getByRole("checkbox").check();
    await expect(registerButton(page, say)).toBeEnabled();
    await registerButton(page, say).click();
    await expect(field(page, say("field_email"))).toBeDisabled();
    await expect(registerButton(page, say)).toHaveAttribute("aria-busy", "true");
    await goOn();
    await expect(page).toHaveURL(/\/register-success$/);
  });
});

test.describe("an error of the server", () => {
  test.use({ expectedFailures: ["400 /api/v1/Accounts"] });

  test("is shown below its field, and the next attempt needs no new captcha", async ({ page, say }) => {
    await page.goto("/register");
    await fillIn(page, say, newAddress("ann"), "password");
    await page.getByRole("checkbox").check();
    await expect(registerButton(page, say)).toBeEnabled();
    await registerButton(page, say).click();
    const password = field(page, say("account_password"));
    await expect(page.getByText(say("error_common_password"))).toBeVisible();
    await expect(password).toBeFocused();

    await password.fill(PASSWORD);
    await field(page, say("account_confirm_password")).fill(PASSWORD);
    await expect(registerButton(page, say)).toBeEnabled();
    await registerButton(page, say).click();
    await expect(page).toHaveURL(/\/register-success$/);
  });
});

test.describe("a captcha that fails", () => {
  test.use({ expectedFailures: ["503 /captcha/challenge"] });

  test("can be tried again", async ({ page, say }) => {
    let isBroken = true;
    await page.route("**/captcha/challenge*", (route) =>
      isBroken ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.goto("/forgot-password");
    await field(page, say("field_email")).fill("ann@shop.ca");
    await expect(page.getByRole("status").filter({ hasText: say("captcha_failed") })).toBeVisible();
    isBroken = false;
    await page.getByRole("button", { name: say("captcha_retry") }).click();
    await expect(page.getByRole("status").filter({ hasText: say("captcha_done") })).toBeVisible();
  });
});

test.describe("a shopper who has not confirmed yet", () => {
  test.use({ expectedFailures: ["400 /api/v1/OAuth/login"] });

  test("sees that on the sign-in page, has the link sent again, and signs in", async ({
    page,
    request,
    say,
  }) => {
    const email = await join(page, say);
    const first = await mailedLink(request, email);
    await page.goto(`/signin?email=${encodeURIComponent(email)}`);
    await field(page, say("account_password")).fill(PASSWORD);
    await page
      .getByRole("main")
      .getByRole("button", { name: say("account_sign_in"), exact: true })
      .click();
    await expect(page.getByRole("alert")).toContainText(say("error_email_not_confirmed"));
    await page.getByRole("link", { name: say("account_resend_link") }).click();

    await expect(page).toHaveURL(/\/resend-confirmation\?email=/);
    await page.getByRole("button", { name: say("account_resend_here"), exact: true }).click();
    await expect(messageOf(page, say("account_resend_done"))).toBeVisible();
    await expect.poll(() => mailedLink(request, email)).not.toBe(first);

    // Both links work until one of them is used.
    await page.goto(first);
    await expect(page).toHaveURL(/\/confirm-email/);
    await confirm(page, request, say, email);
  });
});

test.describe("a shopper whose address a stranger registered", () => {
  test.use({ expectedFailures: ["400 /api/v1/Accounts/confirmed"] });

  test("confirms with a password of their own", async ({ page, request, say }) => {
    const email = await join(page, say);
    await page.goto(await mailedLink(request, email));
    await field(page, say("account_password")).fill("nobody told me this one");
    await page
      .getByRole("main")
      .getByRole("button", { name: say("account_confirm_submit") })
      .click();
    await expect(page.getByText(say("error_not_your_registration"))).toBeVisible();
    await page.getByRole("link", { name: say("account_confirm_choose") }).click();
    await field(page, say("account_new_password")).fill("a password of their own");
    await field(page, say("account_confirm_password")).fill("a password of their own");
    await page
      .getByRole("main")
      .getByRole("button", { name: say("account_reset_submit") })
      .click();
    await expect(page).toHaveURL(/\/reset-password-success$/);
    const strangers = await request.post("/api/v1/OAuth/login", { data: { email, password: PASSWORD } });
    expect(strangers.status()).toBe(400);
  });
});

/** Returns whether one of the latest emails to an address contains a name. */
async function isToldOf(request: APIRequestContext, to: string, name: string): Promise<boolean> {
  const mails = await (await request.get("/sandbox/mail.json", { params: { to }, maxRetries: 2 })).json();
  return (mails as { text: string }[]).some(({ text }) => text.includes(name));
}

for (const kind of ["vendor", "charity"] as const) {
  test(`a ${kind} asks to join, and the administrators hear of it`, async ({ page, request, say, brand }) => {
    test.skip(kind === "charity" && brand === "rayzr", "RayZR has no causes.");
    const name = `${kind} ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto(`/register/${kind}`);
    const values = organizationValues(name, newAddress("cora"));
    for (const [key, value] of Object.entries(values)) await field(page, say(key)).fill(value);
    const sort = field(page, say(kind === "vendor" ? "field_category" : "field_organization_type"));
    await expect(sort.locator("option")).not.toHaveCount(1);
    await sort.selectOption({ index: 1 });
    await agreeBox(page).check();
    await expect(registerButton(page, say)).toBeEnabled();
    const sent = page.waitForRequest(`**/api/v1/Accounts/${kind}`);
    await registerButton(page, say).click();
    // URL that the confirmation email links back to.
    expect((await sent).postDataJSON()).toHaveProperty("returnUrl", new URL("/", page.url()).href);
    await expect(page).toHaveURL(new RegExp(`/register/${kind}-success$`));
    await expect(page.getByRole("main")).toContainText(say("account_request_sent"));
    await expect.poll(() => isToldOf(request, "admin@demo.test", name)).toBe(true);
  });
}
