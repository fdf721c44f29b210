import type { Page } from "@playwright/test";
import { plugInAuthenticator } from "../support/authenticator.ts";
import { hire, signIn } from "../support/people.ts";
import { codeOf, giveCode, givePassword, setUpApp } from "../support/secondStep.ts";
import { expect, SESSION_ENDED, test, type Words } from "../support/story.ts";

const clerk = { firstName: "Casey", lastName: "Clerk", role: "EMPLOYEE", tenant: "Maple Leaf" } as const;

async function signOut(page: Page, say: Words): Promise<void> {
  await page.goto("/account");
  await page
    .getByRole("button", { name: say("profile_sign_out") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/signed-out$/);
}

test.describe("the second step", () => {
  test.use({
    expectedFailures: ["400 /api/v1/OAuth/login", "400 /api/v1/OAuth/login/second-factor", ...SESSION_ENDED],
  });

  test("is a code of the app, or a recovery code once", async ({ page, anotherBrowser, request, say }) => {
    const person = await hire(request, clerk);
    await signIn(page, say, person);
    const { key, codes } = await setUpApp(page, say);
    const other = await anotherBrowser.newPage();
    await givePassword(other, say, person);
    await giveCode(other, say, "000000");
    await expect(other.getByText(say("error_wrong_code"))).toBeVisible();
    await giveCode(other, say, codeOf(key, 1));
    await other.waitForURL((url) => !url.pathname.endsWith("/signin"));

    await signOut(other, say);
    await givePassword(other, say, person);
    await giveCode(other, say, codes[0] ?? "");
    await other.waitForURL((url) => !url.pathname.endsWith("/signin"));
  });

  test("is a passkey, which also signs in alone", async ({ page, request, say }) => {
    const { touch } = await plugInAuthenticator(page);
    const person = await hire(request, clerk);
    await signIn(page, say, person);
    await page.goto("/account/security");
    await page.getByLabel(say("security_passkey_name")).fill("Casey’s laptop");
    await page.getByRole("button", { name: say("security_passkey_add") }).click();
    await expect(page.getByText(say("security_codes_shown"))).toBeVisible();
    await page.getByRole("button", { name: say("security_codes_kept") }).click();
    await expect(page.getByText("Casey’s laptop")).toBeVisible();
    await page
      .getByRole("button", { name: say("security_passkey_rename_one", { name: "Casey’s laptop" }) })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(say("security_passkey_name")).fill("The laptop at home");
    await dialog.getByRole("button", { name: say("security_passkey_rename_save") }).click();
    await expect(page.getByText("The laptop at home", { exact: true })).toBeVisible();

    await touch(false);
    await signOut(page, say);
    const offered = page.waitForResponse("**/api/v1/OAuth/passkey");
    await page.goto("/signin");
    await offered;
    const byPasskey = page.getByRole("button", { name: say("security_sign_in_passkey") });
    await expect(byPasskey).toBeEnabled();
    await touch(true);
    await byPasskey.click();
    await page.waitForURL((url) => !url.pathname.endsWith("/signin"));

    await touch(false);
    await signOut(page, say);
    await givePassword(page, say, person);
    await touch(true);
    await page.getByRole("button", { name: say("security_step_passkey") }).click();
    await page.waitForURL((url) => !url.pathname.endsWith("/signin"));

    await page.goto("/account/security");
    await page
      .getByRole("button", { name: say("security_passkey_remove_one", { name: "The laptop at home" }) })
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("security_passkey_remove") })
      .click();
    await expect(page.getByText("The laptop at home", { exact: true })).toBeHidden();
  });

  test("is a passkey that the browser fills in, while the password works as before", async ({
    page,
    request,
    say,
  }) => {
    const { touch } = await plugInAuthenticator(page);
    const person = await hire(request, clerk);
    await signIn(page, say, person);
    await page.goto("/account/security");
    await page.getByRole("button", { name: say("security_passkey_add") }).click();
    await expect(page.getByText(say("security_codes_shown"))).toBeVisible();
    await page.getByRole("button", { name: say("security_codes_kept") }).click();

    await touch(false);
    await signOut(page, say);
    const offered = page.waitForResponse("**/api/v1/OAuth/passkey");
    await givePassword(page, say, person);
    expect((await offered).status()).toBe(200);
    await page.getByRole("button", { name: say("security_step_back") }).click();
    await expect(page.getByLabel(say("field_email"), { exact: true })).toHaveAttribute(
      "autocomplete",
      "username webauthn",
    );
    await touch(true);
    await page.goto("/signin");
    await page.waitForURL((url) => !url.pathname.endsWith("/signin"));
  });
});
