import { plugInAuthenticator } from "../support/authenticator.ts";
import { startNewServer, type NewServer } from "../support/newServer.ts";
import { expect, messageOf, SECOND_STEP_MISSING, test as story } from "../support/story.ts";

const test = story.extend<{ newServer: NewServer }>({
  newServer: async ({ browserName: _browser }, play) => {
    const server = await startNewServer();
    await play(server);
    await server.stop();
  },
  servers: async ({ newServer: { port } }, play) => {
    await play({ funray: `http://localhost:${port}`, rayzr: `http://rayzr.localhost:${port}` });
  },
});

const password = "correct-horse-1";

/** Subject of the test email. */
const TEST_MAIL = /^Subject: (Email from .+ works|Les courriels de .+ arrivent)/m;

const company = {
  company_name: "Main Street Cards Ltd.",
  company_address: "7 King Street West",
  company_city: "Kingston, ON K7L 2W4",
  company_phone: "613 549-7000",
  company_email: "hello@shop.ca",
  company_privacy_officer: "Ann Tremblay",
  company_privacy_email: "privacy@shop.ca",
};

test.describe("the first start", () => {
  test.use({
    expectedFailures: [...SECOND_STEP_MISSING, "404 /setup", "404 /api/v1/Setup"],
  });

  test("leads from the printed link to a dashboard with the steps before the opening", async ({
    page,
    newServer,
    say,
  }) => {
    await plugInAuthenticator(page);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: say("setup_soon") })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/setup");

    // Another address, because a change of the fragment alone loads no page.
    await page.goto("about:blank");
    await page.goto(`/setup#token=${newServer.token}`);
    await page.getByRole("button", { name: say("setup_begin") }).click();
    await page.getByLabel(say("field_first_name"), { exact: true }).fill("Ann");
    await page.getByLabel(say("field_last_name"), { exact: true }).fill("Tremblay");
    await page.getByLabel(say("field_email"), { exact: true }).fill("ann@shop.example");
    await page.getByLabel(say("account_password"), { exact: true }).fill(password);
    await page.getByLabel(say("account_confirm_password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: say("setup_create") }).click();

    await page.waitForURL("**/account/security");
    await page.getByRole("button", { name: say("security_passkey_add") }).click();
    await expect(page.getByText(say("security_codes_shown"))).toBeVisible();
    await page.getByRole("button", { name: say("security_codes_kept") }).click();

    await page.goto("/admin/reporting");
    await expect(page.getByRole("heading", { name: say("opening_title") })).toBeVisible();
    await page.getByRole("button", { name: say("opening_mail_send") }).click();
    await expect(messageOf(page, say("opening_mail_sent"))).toBeVisible();
    await expect.poll(newServer.readMails).toMatch(TEST_MAIL);

    await page.goto("/admin/system");
    await page.getByRole("button", { name: say("system_run") }).click();
    await expect(page.getByRole("heading", { name: say("system_part_safeguards") })).toBeVisible();

    await page.getByRole("link", { name: say("company_title") }).click();
    for (const [label, value] of Object.entries(company)) {
      await page.getByLabel(say(label), { exact: true }).first().fill(value);
    }
    await page
      .getByRole("button", { name: say("company_save") })
      .first()
      .click();
    await expect(messageOf(page, say("company_saved"))).toBeVisible();

    expect((await page.goto("/setup"))?.status()).toBe(404);
  });
});
