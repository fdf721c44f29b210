// Signing in: successes, failures, and the page that follows.
import { demo, hire, mailedLink, signInHere } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

const buyer = demo("buyer2@demo.test");

test("the sign-in pages have their own titles, and lead a shopper home", async ({ page, say }) => {
  await page.goto("/signin");
  await expect(page).toHaveTitle(new RegExp(say("account_sign_in")));
  await page.goto("/admin/signin");
  await expect(page).toHaveTitle(new RegExp(say("account_admin")));
  await signInHere(page, say, buyer);
  await expect(page).toHaveURL(/:\d+\/$/);
});

test("signing in leaves the two cookies that the privacy policy names, and keeps the session in the browser's storage", async ({
  page,
  say,
}) => {
  await page.goto("/signin");
  await signInHere(page, say, buyer);
  await expect(page).toHaveURL(/:\d+\/$/);
  const names = (await page.context().cookies()).map(({ name }) => name.replace(/^__Host-/, ""));
  expect(names.filter((name) => !["lang", "browser"].includes(name))).toEqual([]);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.some((key) => key.startsWith("profile"))).toBe(true);
});

test("a forgotten password is replaced by email", async ({ page, request, say }) => {
  const person = await hire(request, { firstName: "Rosa", lastName: "Lind", role: "ADMINISTRATOR" });
  await page.goto("/signin");
  await page.getByRole("link", { name: say("account_forgot_link") }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("account_forgot"));
  await page.getByLabel(say("field_email"), { exact: true }).fill(person.email);
  const reset = page.getByRole("button", { name: say("account_forgot_submit") });
  await expect(reset).toBeEnabled();
  const before = await mailedLink(request, person.email);
  await reset.click();
  await expect(page).toHaveURL(/\/forgot-password-success$/);
  await expect(page.getByRole("main")).toContainText(person.email);
  await expect(page.getByRole("main")).toContainText(say("account_check_spam"));

  await expect.poll(() => mailedLink(request, person.email)).not.toBe(before);
  const link = await mailedLink(request, person.email);
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password\?code=/);
  const password = "another three words";
  await page.getByLabel(say("account_new_password"), { exact: true }).fill(password);
  await page.getByLabel(say("account_confirm_password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say("account_reset_submit") }).click();
  await expect(page).toHaveURL(/\/reset-password-success$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("account_done"));

  await page
    .getByRole("main")
    .getByRole("link", { name: say("account_sign_in"), exact: true })
    .click();
  await expect(page.getByLabel(say("field_email"), { exact: true })).toHaveValue(person.email);
  await signInHere(page, say, { email: person.email, password });
  await expect(page).toHaveURL(/\/admin\/reporting$/);

  // The link works only once.
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password-failed/);
});

test.describe("a forged link", () => {
  test.use({ expectedFailures: ["400 /api/v1/Accounts/passworded"] });

  for (const [path, failedPath] of [
    ["/reset-password", "/reset-password-failed"],
    ["/admin/setup-password", "/admin/setup-password-failed"],
  ]) {
    test(`leads from ${path} to the page that says so`, async ({ page, say }) => {
      await page.goto(`${path}?code=0123456789&email=ann%40story.test&purpose=Reset`);
      await page.getByLabel(say("account_new_password"), { exact: true }).fill("three words together");
      await page.getByLabel(say("account_confirm_password"), { exact: true }).fill("three words together");
      await page.getByRole("button", { name: say("account_reset_submit") }).click();
      await expect(page).toHaveURL(new RegExp(`${failedPath}$`));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("account_dead_link"));
    });
  }
});
