// A lost phone: a recovery code signs the user in; without one, an administrator removes the second step.
import { demo, hire, signIn } from "../support/people.ts";
import { enrol, giveCode, givePassword, setUpAppHere } from "../support/secondStep.ts";
import { expect, SECOND_STEP_MISSING, SESSION_ENDED, test } from "../support/story.ts";

// A second step is required for managers and administrators, as in production.
test.use({
  serverSettings: { FUNRAY_SECOND_FACTOR__REQUIRED: "managers" },
  expectedFailures: ["400 /api/v1/OAuth/login", ...SECOND_STEP_MISSING, ...SESSION_ENDED],
});

test("a recovery code, or an administrator, helps a user who has lost their phone", async ({
  page,
  anotherBrowser,
  request,
  say,
}) => {
  const root = demo("super@demo.test");
  const administrator = await enrol(request, root);
  const person = await hire(
    request,
    { firstName: "Lou", lastName: "Lost", role: "MANAGER", tenant: "Maple Leaf" },
    administrator.headers,
  );
  await signIn(page, say, person);
  await expect(page).toHaveURL(/\/account\/security$/);
  const { codes } = await setUpAppHere(page, say);
  await page.getByRole("button", { name: say("security_continue") }).click();
  await expect(page).toHaveURL(/\/admin\/vendor\/summary$/);

  // The phone is lost, but the recovery codes are not.
  const desk = await anotherBrowser.newPage();
  await givePassword(desk, say, person);
  await giveCode(desk, say, codes[0] ?? "");
  await expect(desk).toHaveURL(/\/admin\/vendor\/summary$/);
  await desk.evaluate(() => localStorage.clear());

  // The codes are lost, too: an administrator verifies the caller and helps.
  await givePassword(desk, say, root);
  await giveCode(desk, say, administrator.codes[0] ?? "");
  await expect(desk).toHaveURL(/\/admin\/reporting$/);
  await desk.goto("/admin/users");
  await desk.getByRole("searchbox", { name: say("users_search") }).fill(person.email);
  await desk.getByRole("link", { name: "Lou Lost", exact: true }).click();
  await expect(desk.getByRole("heading", { level: 1, name: "Lou Lost" })).toBeVisible();
  const actions = desk.getByRole("button", { name: say("cases_actions") });
  const reset = desk.getByRole("button", { name: say("users_factors_reset") });
  await expect(desk.getByText(say("users_factors"), { exact: true })).toBeVisible();
  await actions.click();
  await reset.click();
  const question = desk.getByRole("dialog", {
    name: say("users_factors_reset_title", { name: "Lou Lost" }),
  });
  await expect(question).toContainText(person.email);
  await question.getByLabel(say("counter_reason")).fill("Phone stolen; called back at the shop’s number.");
  await question.getByRole("button", { name: say("users_factors_reset") }).click();
  await expect(desk.getByText(say("users_factors_reset_done", { name: "Lou Lost" }))).toBeVisible();
  await actions.click();
  await expect(desk.getByRole("button", { name: say("lists_deactivate") })).toBeVisible();
  await expect(reset).toHaveCount(0);

  // The password alone leads only to the setup of a new second step.
  await page.evaluate(() => localStorage.clear());
  await signIn(page, say, person);
  await expect(page).toHaveURL(/\/account\/security$/);
  await expect(page.getByText(say("security_required"))).toBeVisible();
  await setUpAppHere(page, say);
  await page.getByRole("button", { name: say("security_continue") }).click();
  await expect(page).toHaveURL(/\/admin\/vendor\/summary$/);

  const mails = await request.get("/sandbox/mail.json", { params: { to: person.email }, maxRetries: 2 });
  const subjects = ((await mails.json()) as { subject: string }[]).map(({ subject }) => subject);
  const told = {
    en: "Your two-step sign-in was reset",
    fr: "Votre connexion en deux étapes a été réinitialisée",
  };
  expect(subjects.some((subject) => Object.values(told).includes(subject))).toBe(true);
});
