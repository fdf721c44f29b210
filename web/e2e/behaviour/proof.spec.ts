// The server asks for a fresh proof of identity before sensitive calls.
import type { APIRequestContext, Page } from "@playwright/test";
import { openSession } from "../support/openSession.ts";
import { hire, type Person } from "../support/people.ts";
import { enrol, giveCode, givePassword } from "../support/secondStep.ts";
import { expect, test, type Words } from "../support/story.ts";

const clerk = { firstName: "Casey", lastName: "Clerk", role: "EMPLOYEE", tenant: "Maple Leaf" } as const;
const EXPORT = "/api/v1/Accounts/me/export";

// How long a sign-in counts as a fresh proof: short enough to wait for, long enough for a call on a busy machine.
test.use({
  serverSettings: { FUNRAY_SESSIONS__PROOF_SECONDS: "6" },
  expectedFailures: [`403 ${EXPORT}`, "400 /api/v1/Accounts/me/proof", "400 /api/v1/OAuth/login"],
});

/** Opens the personal data page and waits until the sign-in no longer counts as a fresh proof. */
async function openStale(page: Page, request: APIRequestContext): Promise<void> {
  const asked = page.waitForRequest(
    (call) => call.url().includes("/api/v1/") && "authorization" in call.headers(),
  );
  await page.goto("/account/data");
  const authorization = (await (await asked).headerValue("authorization")) ?? "";
  // The passkey doesn't exist, so this probe removes nothing.
  const status = async () =>
    (await request.delete("/api/v1/Accounts/me/passkeys/none", { headers: { authorization } })).status();
  await expect.poll(status).toBe(403);
}

const dialogOf = (page: Page, say: Words) => page.getByRole("dialog", { name: say("proof_title") });

/** Gives a wrong password, then the right one. */
async function proveByPassword(page: Page, say: Words, { password }: Person): Promise<void> {
  const ask = page.getByRole("button", { name: say("profile_export_button") });
  const dialog = dialogOf(page, say);
  await ask.click();
  await expect(dialog).toContainText(say("proof_lasts", { minutes: "1" }));
  await dialog.getByRole("button", { name: say("kit_cancel") }).click();
  await expect(dialog).toBeHidden();

  await ask.click();
  await dialog.getByLabel(say("account_password"), { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: say("proof_confirm") }).click();
  await expect(dialog.getByText(say("error_not_your_password"))).toBeVisible();
  await dialog.getByLabel(say("account_password"), { exact: true }).fill(password);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: say("proof_confirm") }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.json$/);
  await expect(dialog).toBeHidden();
}

async function proveByCode(page: Page, say: Words, code: string): Promise<void> {
  await page.getByRole("button", { name: say("profile_export_button") }).click();
  const dialog = dialogOf(page, say);
  await expect(dialog.getByLabel(say("security_step_code"))).toBeVisible();
  await expect(dialog.getByLabel(say("account_password"), { exact: true })).toBeHidden();
  await dialog.getByLabel(say("security_step_code")).fill(code);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: say("proof_confirm") }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.json$/);
}

// One story, because both users wait until their sign-in is old, on a server of their own.
test("a fresh proof is refused, given by the password, or by a code with a second step, and then the call is made", async ({
  page,
  anotherBrowser,
  request,
  say,
}) => {
  const [person, careful] = [await hire(request, clerk), await hire(request, clerk)];
  const { codes } = await enrol(request, careful);
  const other = await anotherBrowser.newPage();
  await givePassword(other, say, careful);
  await giveCode(other, say, codes[0] ?? "");
  await other.waitForURL((url) => !url.pathname.endsWith("/signin"));
  await openSession(page, person);
  await openStale(page, request);
  await openStale(other, request);
  await proveByPassword(page, say, person);
  await proveByCode(other, say, codes[1] ?? "");
});
