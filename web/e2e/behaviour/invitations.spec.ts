// An offered role: the invited person accepts or declines, and the inviter sees only the answer.
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { openSession } from "../support/openSession.ts";
import { headersOf, hire, mailedLink, newAddress, type Person } from "../support/people.ts";
import { choose } from "../support/rows.ts";
import { expect, messageOf, test, type Words } from "../support/story.ts";

const elsewhere = { role: "EMPLOYEE", tenant: "Boulangerie" } as const;

/** Creates a manager of a shop who offers a role there. */
async function offer(request: APIRequestContext, email: string): Promise<Person> {
  const manager = await hire(request, {
    firstName: "Mara",
    lastName: "Manager",
    role: "MANAGER",
    tenant: "Maple Leaf",
  });
  const headers = await headersOf(request, manager);
  const profile = await request.get("/api/v1/OAuth/profile", { headers });
  const { tenantIds } = (await profile.json()) as { tenantIds: string[] };
  const data = { email, firstName: "Nell", lastName: "Comer", roleId: "EMPLOYEE", tenantId: tenantIds[0] };
  const invited = await request.post("/api/v1/Accounts/invited", { headers, data });
  expect(invited.status(), await invited.text()).toBe(200);
  return manager;
}

async function seeInvitations(page: Page, say: Words, email: string) {
  await page.goto("/admin/vendor/users");
  const table = page.getByRole("table", { name: say("users_invitations") });
  return table.getByRole("row").filter({ hasText: email });
}

test("a person with an account accepts, and works in both places", async ({ page, request, say }) => {
  const person = await hire(request, { ...elsewhere, firstName: "Nell", lastName: "Newcomer" });
  const before = await mailedLink(request, person.email);
  await offer(request, person.email);
  await expect.poll(() => mailedLink(request, person.email)).not.toBe(before);
  await page.goto(await mailedLink(request, person.email));
  await expect(page).toHaveURL(/\/invitation\?code=/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("invitation_title"));
  await expect(page.getByRole("main")).toContainText("Mara Manager");
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);
  await page.getByRole("link", { name: say("invitation_sign_in") }).click();
  await page.getByLabel(say("account_password"), { exact: true }).fill(person.password);
  await page
    .getByRole("main")
    .getByRole("button", { name: say("account_sign_in"), exact: true })
    .click();
  await expect(page).toHaveURL(/\/invitation\?code=/);
  await page.getByRole("button", { name: say("invitation_accept") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("invitation_accepted"));
  const headers = await headersOf(request, person);
  const profile = await request.get("/api/v1/OAuth/profile", { headers });
  expect(((await profile.json()) as { tenantIds: string[] }).tenantIds).toHaveLength(2);
});

test("a person declines, and the shop sees that and nothing else", async ({
  page,
  anotherBrowser,
  request,
  say,
}) => {
  const person = await hire(request, { ...elsewhere, firstName: "Dan", lastName: "Decliner" });
  const before = await mailedLink(request, person.email);
  const manager = await offer(request, person.email);
  await expect.poll(() => mailedLink(request, person.email)).not.toBe(before);
  await page.goto(await mailedLink(request, person.email));
  await page.getByRole("button", { name: say("invitation_decline") }).click();
  const question = page.getByRole("dialog", { name: say("invitation_decline_title") });
  await question.getByRole("button", { name: say("invitation_decline") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("invitation_declined"));
  const managers = await anotherBrowser.newPage();
  await openSession(managers, manager);
  const row = await seeInvitations(managers, say, person.email);
  await expect(row).toContainText(say("users_invitation_declined"));
  await expect(row).not.toContainText("Decliner");
});

test("an invitation is sent again and withdrawn", async ({ page, request, say }) => {
  const email = newAddress("wendy");
  const manager = await offer(request, email);
  const first = await mailedLink(request, email);
  await openSession(page, manager);
  const row = await seeInvitations(page, say, email);
  await choose(row, say, say("users_invitation_again"));
  await expect(messageOf(page, say("users_invitation_sent"))).toBeVisible();
  await expect.poll(() => mailedLink(request, email)).not.toBe(first);
  await choose(row, say, say("users_invitation_withdraw"));
  const question = page.getByRole("dialog", { name: say("users_invitation_withdraw_title") });
  await question.getByRole("button", { name: say("users_invitation_withdraw") }).click();
  await expect(messageOf(page, say("users_invitation_withdrawn"))).toBeVisible();
  await expect(row).toHaveCount(0);
});
