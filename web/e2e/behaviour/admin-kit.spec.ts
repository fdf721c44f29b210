// What every list and form of the portal can do: two who edit at once, views that follow somebody, many rows at once.
import type { APIRequestContext } from "@playwright/test";
import { demo, headersOf, signIn } from "../support/people.ts";
import { expect, messageOf, test } from "../support/story.ts";

const sue = demo("super@demo.test");

/** A kind of organization that no other story knows of. */
async function newOrganization(request: APIRequestContext, name: string): Promise<string> {
  const answer = await request.post("/api/v1/Organizations", {
    headers: await headersOf(request, sue),
    data: { name, description: "As it was." },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}

test.describe("two editors", () => {
  test.use({ expectedFailures: ["409 /api/v1/Organizations/*"] });

  test("see in what they differ, and the second one decides", async ({
    page,
    anotherBrowser,
    request,
    say,
  }) => {
    const name = `Shelters ${crypto.randomUUID().slice(0, 8)}`;
    const path = `/admin/organization/detail/${await newOrganization(request, name)}`;
    const others = await anotherBrowser.newPage();
    await signIn(page, say, sue);
    await signIn(others, say, sue);
    await page.goto(path);
    const mine = page.getByRole("dialog", { name });
    await mine.getByLabel(say("field_name"), { exact: true }).fill(`My ${name}`);
    await mine.getByLabel(say("field_description")).fill("My words.");

    await others.goto(path);
    const theirs = others.getByRole("dialog", { name });
    await theirs.getByLabel(say("field_description")).fill("Their words.");
    await theirs.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(messageOf(others, say("organizations_edited"))).toBeVisible();

    await mine.getByRole("button", { name: say("kit_save"), exact: true }).click();
    const alert = mine.getByRole("alert");
    await expect(alert).toContainText(say("lists_conflict"));
    const description = alert.getByRole("group", { name: say("field_description") });
    await expect(description.getByLabel(say("lists_conflict_mine", { value: "My words." }))).toBeChecked();
    await description.getByLabel(say("lists_conflict_theirs", { value: "Their words." })).check();
    await expect(mine.getByLabel(say("field_description"), { exact: false }).last()).toHaveValue(
      "Their words.",
    );
    await expect(mine.getByLabel(say("field_name"), { exact: true })).toHaveValue(`My ${name}`);
    await mine.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(messageOf(page, say("organizations_edited"))).toBeVisible();

    await others.goto(path);
    const saved = others.getByRole("dialog", { name: `My ${name}` });
    await expect(saved.getByLabel(say("field_description"))).toHaveValue("Their words.");
  });
});
