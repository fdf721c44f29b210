import type { Page } from "@playwright/test";
import { openSession } from "../support/openSession.ts";
import { demo, hire, mailedPage, newAddress, signIn, signInHere, tenantLabel } from "../support/people.ts";
import { choose, openMenu, openRow } from "../support/rows.ts";
import { expect, messageOf, SESSION_ENDED, test, type Words } from "../support/story.ts";

/** Searches for a user in the list. */
async function findUser(page: Page, say: Words, text: string) {
  await page.getByRole("searchbox", { name: say("users_search") }).fill(text);
  const row = page.getByRole("row").filter({ hasText: text });
  await expect(page).toHaveURL(/searchText=/);
  await expect(row).toHaveCount(1);
  return row;
}

test.describe("users", () => {
  test("who are deactivated are signed out at once in every tab", async ({
    page,
    anotherBrowser,
    request,
    say,
  }) => {
    const person = await hire(request, {
      firstName: "Dana",
      lastName: "Dismissed",
      role: "MANAGER",
      tenant: "Maple Leaf",
    });
    const [first, second] = [await anotherBrowser.newPage(), await anotherBrowser.newPage()];
    await openSession(first, person);
    await first.goto("/admin/vendor/users");
    await second.goto("/account");
    await expect(second.getByRole("heading", { level: 1 })).toBeVisible();

    await signIn(page, say, demo("admin@demo.test"));
    await expect(page).toHaveURL(/\/admin\/reporting$/);
    await page.goto("/admin/users");
    const row = await findUser(page, say, person.email);
    await choose(row, say, say("lists_deactivate"));
    const dialog = page.getByRole("dialog", {
      name: say("lists_deactivate_title", { name: "Dana Dismissed" }),
    });
    await expect(dialog).toContainText(person.email);
    await dialog.getByRole("button", { name: say("lists_deactivate") }).click();
    await expect(messageOf(page, say("lists_deactivated"))).toBeVisible();
    await expect(row).toContainText(say("lists_inactive"));

    // The first tab to notice asks to sign in again; the other one follows it.
    for (const tab of [first, second]) await expect(tab).toHaveURL(/\/sign(in|ed-out)/);

    await choose(row, say, say("lists_activate"));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("lists_activate") })
      .click();
    await expect(row).toContainText(say("lists_active"));
    await signIn(first, say, person);
    await expect(first).toHaveURL(/\/admin\/vendor\//);
  });

  test("are invited, choose a password and reach their workplace", async ({ page, request, say }) => {
    const email = newAddress("nell");
    await openSession(page, demo("manager@vendor-b.test"));
    await page.goto("/admin/vendor/users");
    await page.getByRole("link", { name: say("users_add") }).click();
    const sheet = page.getByRole("dialog", { name: say("users_add") });
    await sheet.getByLabel(say("field_first_name")).fill("Nell");
    await sheet.getByLabel(say("field_last_name")).fill("Newcomer");
    await sheet.getByLabel(say("field_email")).fill(email);
    await sheet.getByLabel(say("users_assign_role")).selectOption("MANAGER");
    await sheet.getByRole("button", { name: say("users_invite") }).click();
    await expect(messageOf(page, say("users_created"))).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/vendor\/users$/);
    const invitations = page.getByRole("table", { name: say("users_invitations") });
    await expect(invitations.getByRole("row").filter({ hasText: email })).toContainText(say("users_invited"));

    const setUp = await mailedPage(request, email);
    expect(setUp.pathname).toBe("/admin/setup-password");
    await page.evaluate(() => localStorage.clear());
    await page.goto(setUp.pathname + setUp.search);
    await page.getByLabel(say("account_new_password"), { exact: true }).fill("nells own password");
    await page.getByLabel(say("account_confirm_password")).fill("nells own password");
    await page
      .getByRole("main")
      .getByRole("button", { name: say("account_reset_submit") })
      .click();
    await expect(page).toHaveURL(/\/admin\/vendor\/summary$/);
    await expect(page.getByRole("banner").getByText("Nell Newcomer")).toBeAttached();
  });

  test("of other shops are hidden from managers", async ({ page, say }) => {
    await openSession(page, demo("manager@vendor-a.test"));
    await page.goto("/admin/vendor/users");
    await findUser(page, say, "manager@vendor-a.test");
    await page.getByRole("searchbox").fill("Gagnon");
    await expect(page.getByRole("heading", { name: say("kit_table_empty") })).toBeVisible();
    await page.goto("/admin/users");
    await expect(page).toHaveURL(/\/admin\/vendor\/summary$/);
  });

  test("are listed in rows of equal height, including the reader's own", async ({
    page,
    request,
    say,
    isPhone,
  }) => {
    test.skip(isPhone, "On a phone each row is a card.");
    const one = { firstName: "Ena", lastName: "Evenrow", tenant: "Boulangerie" };
    const manager = await hire(request, { ...one, role: "MANAGER" });
    await hire(request, { ...one, role: "EMPLOYEE" });
    await openSession(page, manager);
    await page.goto("/admin/vendor/users?searchText=Evenrow");
    await expect(page.getByText(say("users_yourself"), { exact: true })).toBeVisible();
    const heights = await page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(1);
    // The last row has no line below it.
    expect(Math.max(...heights) - Math.min(...heights), heights.join(", ")).toBeLessThanOrEqual(1);
  });

  test("who are only shoppers can't be managed, and are found at the support desk", async ({ page, say }) => {
    await openSession(page, demo("super@demo.test"));
    await page.goto("/admin/users");
    const row = await findUser(page, say, "buyer@demo.test");
    await openMenu(row, say);
    await expect(row.getByRole("button", { name: say("lists_deactivate") })).toBeVisible();
    await row.getByRole("link").click();
    await expect(page).toHaveURL(/\/admin\/cards\/people\//);
  });

  test("have one page, where their roles are managed, and which leads back to the list as it was", async ({
    page,
    request,
    say,
    brand,
  }) => {
    const person = await hire(request, {
      firstName: "Robin",
      lastName: "Renamed",
      role: "EMPLOYEE",
      tenant: "Boulangerie",
    });
    await openSession(page, demo("super@demo.test"));
    await page.goto("/admin/users");
    const row = await findUser(page, say, person.email);
    const address = page.url();
    await openRow(row);
    await expect(page).toHaveURL(/\/admin\/cards\/people\//);
    await page
      .getByRole("complementary", { name: say("helpdesk_person_facts") })
      .getByRole("link", { name: say("helpdesk_manage_role", { role: "" }).trim() })
      .click();
    const sheet = page.getByRole("dialog", { name: "Robin Renamed" });
    await expect(sheet.getByRole("combobox", { name: tenantLabel(say, brand) })).toHaveValue(
      "Boulangerie du Canal",
    );
    await sheet.getByLabel(say("field_first_name")).fill("Robyn");
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: say("kit_unsaved_title") });
    await question.getByRole("button", { name: say("kit_unsaved_stay") }).click();
    await sheet.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(messageOf(page, say("users_edited"))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Robyn Renamed" })).toBeVisible();
    await page.getByRole("button", { name: say("cases_actions") }).click();
    await page.getByRole("button", { name: say("users_send_reset") }).click();
    const administration = page.getByRole("dialog", { name: say("users_administration") });
    await administration.getByRole("button", { name: say("users_send_reset") }).click();
    await expect(messageOf(page, say("users_reset_sent"))).toBeVisible();
    await expect.poll(async () => (await mailedPage(request, person.email)).pathname).toBe("/reset-password");
    await page.getByRole("link", { name: say("helpdesk_back_to_users") }).click();
    await expect(page).toHaveURL(address);
    await expect(row).toContainText("Robyn Renamed");
    await choose(row, say, say("users_manage"));
    await page.getByRole("switch", { name: say("users_role_is_active") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("users_role_off"), exact: true })
      .click();
    await expect(messageOf(page, say("users_role_deactivated"))).toBeVisible();
    await expect(page.getByRole("switch", { name: say("users_role_is_inactive") })).not.toBeChecked();
  });
});

test.describe("the admin portal", () => {
  test.use({ expectedFailures: SESSION_ENDED });

  test("shows the signed-in user, and signs them out", async ({ page, say, isPhone }) => {
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin\/signin/);
    await signInHere(page, say, demo("super@demo.test"));
    await expect(page).toHaveURL(/\/admin\/reporting$/);
    if (isPhone) await page.getByRole("button", { name: say("admin_menu") }).click();
    const place = isPhone ? page.getByRole("dialog") : page.locator("body");
    const navigation = place.getByRole("navigation", { name: say("admin_navigation") });
    await expect(navigation.getByRole("link", { name: say("dashboard_title") })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(place.getByText("Simone Tremblay").last()).toBeVisible();
    await place.getByRole("button", { name: say("shell_sign_out") }).click();
    await expect(page).toHaveURL(/\/signed-out$/);
    await page.goto("/admin/users");
    await expect(page).toHaveURL(/\/admin\/signin/);
  });

  test("redirects users who are only shoppers", async ({ page }) => {
    await openSession(page, demo("buyer2@demo.test"));
    await page.goto("/admin/users");
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});
