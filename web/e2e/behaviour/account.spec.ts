import { openSession } from "../support/openSession.ts";
import { demo, headersOf, hire, signInHere } from "../support/people.ts";
import { expect, SESSION_ENDED, test } from "../support/story.ts";

const clerk = { firstName: "Casey", lastName: "Clerk", role: "EMPLOYEE", tenant: "Maple Leaf" } as const;

test.describe("the user's account", () => {
  test("is private, and opens after signing in", async ({ page, say }) => {
    await page.goto("/account/sessions");
    await expect(page).toHaveURL(/\/signin\?redirect-url=/);
    await signInHere(page, say, demo("buyer2@demo.test"));
    await expect(page).toHaveURL(/\/account\/sessions$/);
    await expect(page.getByRole("heading", { level: 1, name: say("profile_sessions") })).toBeVisible();
  });

  test("shows the name of staff, which a colleague changes, and uses the chosen language", async ({
    page,
    request,
    say,
    language,
  }) => {
    await openSession(page, await hire(request, { ...clerk, role: "MANAGER" }));
    await page.goto("/account/profile");
    await expect(page.getByLabel(say("field_first_name"))).not.toBeEditable();
    await expect(page.getByText(say("profile_name_by_colleague"))).toBeVisible();
    const other = language === "en" ? "Français" : "English";
    await page.getByRole("radio", { name: other }).check();
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", language === "en" ? "fr" : "en");
    await expect(page.getByRole("radio", { name: other })).toBeChecked();
  });

  test("is signed out of all other browsers after a change of the password", async ({
    page,
    anotherBrowser,
    request,
    say,
  }) => {
    const person = await hire(request, clerk);
    const other = await anotherBrowser.newPage();
    await openSession(page, person);
    await openSession(other, person);
    await other.goto("/account");

    await page.goto("/account/sessions");
    await expect(
      page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ hasText: say("profile_last_used", { moment: "" }).trim() }),
    ).toHaveCount(2);
    await page.goto("/account/password");
    await page.getByLabel(say("profile_current_password")).fill(person.password);
    await page.getByLabel(say("account_new_password"), { exact: true }).fill("an even better one");
    await page.getByLabel(say("account_confirm_password")).fill("an even better one");
    await page.getByRole("button", { name: say("profile_change_password") }).click();
    await expect(page.getByText(say("profile_password_changed"))).toBeVisible();
    await expect(page.getByLabel(say("account_new_password"), { exact: true })).toHaveValue("");

    // The other tab is sent to the sign-in page and returns after signing in.
    await expect(other).toHaveURL(/\/signin/);
    await signInHere(other, say, { ...person, password: "an even better one" });
    await expect(other).toHaveURL(/\/account$/);
  });

  test.describe("closed for good", () => {
    test.use({
      expectedFailures: ["400 /api/v1/Accounts/me", "400 /api/v1/OAuth/login", ...SESSION_ENDED],
    });

    test("with a colleague's approval, as staff need, can't be opened again", async ({
      page,
      anotherBrowser,
      request,
      say,
      brand,
    }) => {
      const person = await hire(request, clerk);
      await openSession(page, person);
      await page.goto("/account/data");
      await page.getByRole("button", { name: say("profile_close_button") }).click();
      const title = say("profile_close_title", { brand: brand === "funray" ? "FunRay" : "RayZR" });
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.getByLabel(say("account_password"), { exact: true }).fill("not this one");
      await dialog.getByRole("button", { name: say("profile_close_ask") }).click();
      await expect(dialog.getByLabel(say("account_password"), { exact: true })).toHaveAttribute(
        "aria-invalid",
        "true",
      );
      await dialog.getByLabel(say("account_password"), { exact: true }).fill(person.password);
      await dialog.getByRole("button", { name: say("profile_close_ask") }).click();
      await expect(page.getByRole("button", { name: say("profile_close_withdraw") })).toBeVisible();

      const headers = await headersOf(request, demo("super2@demo.test"));
      const asked = await request.get("/api/v1/Accounts", { headers, params: { searchText: person.email } });
      const { items } = (await asked.json()) as { items: { id: string }[] };
      const closed = await request.post(`/api/v1/Accounts/${items[0]?.id}/closed`, { headers });
      expect(closed.status(), await closed.text()).toBe(204);
      const other = await anotherBrowser.newPage();
      await other.goto("/signin");
      await other.getByLabel(say("field_email"), { exact: true }).fill(person.email);
      await other.getByLabel(say("account_password"), { exact: true }).fill(person.password);
      await other
        .getByRole("main")
        .getByRole("button", { name: say("account_sign_in"), exact: true })
        .click();
      await expect(other.getByText(say("error_wrong_credentials"))).toBeVisible();
    });
  });

  test("is exported as a file", async ({ page, say }) => {
    await openSession(page, demo("buyer2@demo.test"));
    await page.goto("/account/data");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: say("profile_export_button") }).click();
    const stream = await (await download).createReadStream();
    const text = (await stream.toArray()).join("");
    expect(JSON.parse(text)).toMatchObject({ account: { email: "buyer2@demo.test" } });
  });
});
