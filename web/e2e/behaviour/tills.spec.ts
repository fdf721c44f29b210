import type { APIRequestContext, Page } from "@playwright/test";
import { expectOpenToEverybody } from "../support/axe.ts";
import { booksOf, buyCard } from "../support/cards.ts";
import { openSession } from "../support/openSession.ts";
import { headersOf, hire, type Person } from "../support/people.ts";
import { choose } from "../support/rows.ts";
import { expect, test, type Words } from "../support/story.ts";

const SHOP = "Maple Leaf Books";
const PIN = "2580";

async function choosePin(request: APIRequestContext, clerk: Person): Promise<void> {
  const headers = await headersOf(request, clerk);
  const pins = (await (await request.get("/api/v1/Accounts/me/pins", { headers })).json()) as {
    vendorId: string;
  }[];
  const path = `/api/v1/Accounts/me/pins/${pins[0]?.vendorId}`;
  const chosen = await request.put(path, { headers, data: { pin: PIN } });
  expect(chosen.status(), await chosen.text()).toBe(204);
}

/** Adds a till in the portal and returns the link that enrols a device. */
async function makeTill(page: Page, say: Words, name: string): Promise<string> {
  await page.goto("/admin/vendor/tills");
  await page.getByRole("button", { name: say("tills_add"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("tills_name")).fill(name);
  await dialog.getByRole("button", { name: say("tills_add_go") }).click();
  await expect(dialog.getByRole("img", { name: say("tills_link_picture") })).toBeVisible();
  await expectOpenToEverybody(page);
  const link = await dialog.getByText("/till/enrol#token=").textContent();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name }).getByText(say("tills_is_waiting"))).toBeVisible();
  return link ?? "";
}

async function typePin(page: Page, say: Words, pin: string): Promise<void> {
  for (const key of pin) await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("button", { name: say("tills_open"), exact: true }).click();
}

test.describe("a till", () => {
  test("is enrolled, signed in at by PIN, redeemed at, locked and revoked", async ({
    page,
    request,
    say,
    anotherBrowser,
    isPhone,
  }) => {
    const name = `Till ${crypto.randomUUID().slice(0, 6)}`;
    const manager = await hire(request, { firstName: "Mona", lastName: "M", role: "MANAGER", tenant: SHOP });
    const clerk = await hire(request, {
      firstName: "Cleo",
      lastName: "Tillman",
      role: "EMPLOYEE",
      tenant: SHOP,
    });
    const buyer = await hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });
    const card = await buyCard(request, buyer);
    await choosePin(request, clerk);
    await openSession(page, manager);
    const link = await makeTill(page, say, name);

    const till = await anotherBrowser.newPage();
    await till.goto("/till");
    await expect(till.getByRole("heading", { level: 1, name: say("tills_none_here") })).toBeVisible();
    await till.goto(link);
    await till.getByRole("button", { name: say("tills_enrol_button") }).click();
    await till.getByRole("link", { name: say("tills_go") }).click();
    const first = till.getByRole("button", { name: "Cleo T." }).first();
    await expect(first).toBeVisible();
    await expectOpenToEverybody(till);
    const clerks = await till.getByRole("button", { name: "Cleo T." }).count();
    expect(clerks).toBeGreaterThan(0);
    // Take the newest clerk of that name, because other stories create some, too.
    await till.getByRole("button", { name: "Cleo T." }).last().click();
    await typePin(till, say, "1358");
    await expect(till.getByRole("status").filter({ hasText: say("error_wrong_pin") })).toBeVisible();
    await expectOpenToEverybody(till);
    await till.keyboard.type(PIN);
    await till.keyboard.press("Enter");
    await expect(till).toHaveURL(/\/scan-counter$/);

    // The clerk can use the counter, but not the account pages.
    await till.goto("/account");
    await expect(till).toHaveURL(/\/scan-counter$/);
    await till.getByLabel(say("counter_code")).fill(card.cardNumber);
    await till.keyboard.press("Enter");
    if (isPhone) await till.getByRole("button", { name: say("counter_redeem"), exact: true }).click();
    await till.getByLabel(say("counter_bill")).fill("10");
    await till.keyboard.press("Enter");
    if (isPhone) await till.getByRole("button", { name: say("counter_done"), exact: true }).click();
    await expect(till.getByText(say("tills_at", { till: name }))).toBeVisible();
    expect(await booksOf(request, buyer, card)).toEqual({ balance: 15, redemptions: 1 });

    await till.getByRole("button", { name: say("tills_lock"), exact: true }).click();
    await expect(till.getByRole("heading", { level: 1, name: say("tills_who") })).toBeVisible();
    await till.getByRole("button", { name: "Cleo T." }).last().click();
    await typePin(till, say, PIN);
    await expect(till).toHaveURL(/\/scan-counter$/);

    await choose(page.getByRole("row", { name }), say, say("tills_revoke"));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("tills_revoke"), exact: true })
      .click();
    await expect(page.getByRole("row", { name })).toHaveCount(0);
    await till.reload();
    await expect(till.getByRole("heading", { level: 1, name: say("tills_none_here") })).toBeVisible();
    await till.goto(link);
    await till.getByRole("button", { name: say("tills_enrol_button") }).click();
    await expect(till.getByText(say("tills_dead_link"))).toBeVisible();
  });
});
