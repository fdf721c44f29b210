// Vendors and charities: how they join, and who may change which of their data.
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { logo, noPicture, sizeOfPng } from "../support/files.ts";
import { openSession } from "../support/openSession.ts";
import { demo, headersOf, newAddress, signIn } from "../support/people.ts";
import { choose, openRow } from "../support/rows.ts";
import { expect, messageOf, test, type Words } from "../support/story.ts";

function newName(kind: string): string {
  return `${kind} ${crypto.randomUUID().slice(0, 8)}`;
}

async function chooseFirst(select: Locator): Promise<void> {
  await select.locator("option").nth(1).waitFor({ state: "attached" });
  await select.selectOption({ index: 1 });
}

/** Fills in all required fields of a vendor except for card amounts, without which it can't be activated. */
async function fillVendor(page: Page, say: Words, name: string): Promise<void> {
  const field = (key: string) => page.getByLabel(say(key), { exact: true });
  await field("field_legal_name").fill(`${name} Ltd.`);
  await field("tenants_display_name").fill(name);
  await field("field_business_number").fill("812345678");
  await chooseFirst(field("field_category"));
  await chooseFirst(field("tenants_region"));
  await field("field_first_name").fill("Olive");
  await field("field_last_name").fill("Owner");
  await field("field_email").fill(newAddress("olive"));
  await field("field_work_phone").fill("613-555-0100");
  await field("field_mobile_phone").fill("613-555-0101");
  await field("field_address_line1").fill("12 Elgin Street");
  await field("field_city").fill("Ottawa");
  await field("field_province").fill("Ontario");
  await field("field_postal_code").fill("k1p1j1");
  await field("tenants_institution_number").fill("003");
  await field("tenants_transit_number").fill("12345");
  await field("tenants_account_number").fill("7654321");
}

async function find(page: Page, say: Words, box: string, name: string): Promise<Locator> {
  await page.getByRole("searchbox", { name: say(box) }).fill(name);
  await expect(page).toHaveURL(/searchText=/);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toHaveCount(1);
  return row;
}

async function shopsNamed(request: APIRequestContext, name: string): Promise<unknown[]> {
  const answer = await request.get("/api/v1/Public/Vendors", { params: { searchText: name } });
  return ((await answer.json()) as { items: unknown[] }).items;
}

test.describe("a registration", () => {
  test.use({ expectedFailures: ["400 /api/v1/Vendors/*/status/activate"] });

  test("is completed and activated, and visitors then find the shop", async ({ page, request, say }) => {
    const name = newName("Corner Shop");
    await openSession(page, demo("admin@demo.test"));
    await page.goto("/admin/vendors");
    await page.getByRole("link", { name: say("vendors_add") }).click();
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(
      page.getByText(say("form_required", { field: say("field_legal_name") }), { exact: true }),
    ).toBeVisible();
    await fillVendor(page, say, name);
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(messageOf(page, say("vendors_created"))).toBeVisible();

    const row = await find(page, say, "vendors_search", name);
    await expect(row).toContainText(say("tenants_pending"));
    expect(await shopsNamed(request, name)).toEqual([]);
    await choose(row, say, say("lists_activate"));
    const dialog = page.getByRole("dialog", { name: say("tenants_approve_title", { name }) });
    await dialog.getByRole("button", { name: say("tenants_approve") }).click();

    await expect(page.getByText(say("tenants_incomplete_notice"))).toBeVisible();
    await expect(page.getByText("****321")).toBeVisible();
    const amounts = page.getByRole("group", { name: say("tenants_card_amount") });
    await expect(amounts).toContainText(say("form_required", { field: say("tenants_card_amount") }));
    await amounts.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: say("tenants_save_and_activate") }).click();
    await expect(messageOf(page, say("lists_activated"))).toBeVisible();
    await page
      .getByRole("navigation", { name: say("lists_breadcrumbs") })
      .getByRole("link")
      .click();
    await expect(await find(page, say, "vendors_search", name)).toContainText(say("lists_active"));
    await expect.poll(() => shopsNamed(request, name)).toHaveLength(1);
  });

  test("can be declined with a reason", async ({ page, say }) => {
    const name = newName("Doubtful Deals");
    await openSession(page, demo("admin@demo.test"));
    await page.goto("/admin/vendors/add");
    await fillVendor(page, say, name);
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    const row = await find(page, say, "vendors_search", name);
    await openRow(row);
    await page.getByRole("button", { name: say("cases_actions"), exact: true }).click();
    await page.getByRole("button", { name: say("tenants_reject") }).click();
    const dialog = page.getByRole("dialog", { name: say("tenants_reject_title", { name }) });
    await dialog.getByLabel(say("tenants_reason")).fill("We could not reach you.");
    await dialog.getByRole("button", { name: say("tenants_reject") }).click();
    await expect(messageOf(page, say("tenants_rejected_done"))).toBeVisible();
    await expect(
      page.getByText(say("tenants_rejected_because", { reason: "We could not reach you." })),
    ).toBeVisible();
  });
});

test("a vendor's history names who changed its name, from what and to what", async ({ page, say }) => {
  const [before, after] = [newName("Old Sign"), newName("New Sign")];
  await openSession(page, demo("admin@demo.test"));
  await page.goto("/admin/vendors/add");
  await fillVendor(page, say, before);
  await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
  await openRow(await find(page, say, "vendors_search", before));
  const part = say("tenants_section_business");
  await page.getByRole("button", { name: say("lists_edit_one", { name: part }) }).click();
  await page.getByLabel(say("tenants_display_name"), { exact: true }).fill(after);
  await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(after);
  const latest = page.getByRole("listitem").filter({
    hasText: say("log_did_tenant_changed", { who: "Adam Okafor", what: after }),
  });
  await expect(latest).toContainText(
    say("log_change", { label: say("log_field_display_name"), values: `${before} → ${after}` }),
  );
});

test.describe("a vendor's manager", () => {
  test("changes the public page, but not the rates", async ({ page, request, say, brand }) => {
    const story = `Books and a good chair. ${crypto.randomUUID()}`;
    const manager = demo("manager@vendor-b.test");
    await openSession(page, manager);
    await page.goto("/admin/vendor/information");
    const picker = page.getByRole("group", { name: say("field_logo") });
    const input = picker.locator("input[type=file]");
    await input.setInputFiles(noPicture);
    await expect(page.getByText(say("pictures_only_png"))).toBeVisible();
    await input.setInputFiles(logo);
    await expect(page.getByText(say("pictures_only_png"))).toBeHidden();
    await expect(picker.getByRole("img")).toBeVisible();
    await page.getByLabel(say("field_description")).fill(story);
    const fifty = page.getByRole("checkbox", { name: /50/ });
    await fifty.check();

    await page.getByRole("button", { name: say("tenants_preview") }).click();
    const preview = page.getByRole("dialog", { name: say("tenants_preview_title") });
    await expect(preview).toContainText(story);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(page.getByText(say("vendors_information_edited"))).toBeVisible();

    // RayZR has no causes, and no share for them.
    const rates = page.getByLabel(say("tenants_charity_rate"));
    await expect(rates.locator("option")).toHaveCount(brand === "funray" ? 6 : 0);
    const headers = await headersOf(request, manager);
    const me = await request.get("/api/v1/OAuth/profile", { headers });
    const [id] = ((await me.json()) as { tenantIds: string[] }).tenantIds;
    const vendor = (await (await request.get(`/api/v1/Vendors/${id}`, { headers })).json()) as object;
    expect(vendor).toMatchObject({ description: story });
    const refused = await request.put(`/api/v1/Vendors/${id}`, {
      headers,
      data: { ...vendor, sharePercentage: 0 },
    });
    expect(refused.status()).toBe(400);
    expect(await refused.json()).toMatchObject({ fields: { sharePercentage: expect.any(String) } });
  });

  test("downloads a poster to print", async ({ page, say }) => {
    await openSession(page, demo("manager@vendor-a.test"));
    await page.goto("/admin/vendor/information");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: say("tenants_poster_download") }).click();
    const poster = await saving;
    expect(poster.suggestedFilename()).toBe("poster.png");
    expect(await sizeOfPng(poster)).toEqual({ width: 5 * 480, height: 5 * 678 });
  });
});

test.describe("a charity's manager", () => {
  test("downloads the QR code of the page", async ({ page, say }) => {
    await signIn(page, say, demo("manager@charity-a.test"));
    await expect(page).toHaveURL(/\/admin\/charity\/summary$/);
    await page.goto("/admin/charity/information");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: say("tenants_code_download") }).click();
    const code = await saving;
    expect(code.suggestedFilename()).toBe("qr-code.png");
    expect(await sizeOfPng(code)).toEqual({ width: 1200, height: 1200 });
  });

  test("adds a campaign with a valid range of days, and edits it", async ({ page, say }) => {
    const name = newName("Winter coats");
    await openSession(page, demo("manager@charity-b.test"));
    await page.goto("/admin/charity/campaigns");
    await page.getByRole("link", { name: say("campaigns_add") }).click();
    await page.getByLabel(say("campaigns_name")).fill(name);
    await page.getByLabel(say("field_start_date")).fill("2099-12-01");
    await page.getByLabel(say("field_end_date")).fill("2099-11-01");
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(page.getByText(say("campaigns_end_not_after_start"))).toBeVisible();
    await page.getByLabel(say("field_start_date")).fill("2020-01-01");
    await page.getByLabel(say("field_end_date")).fill("2020-02-01");
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(page.getByText(say("campaigns_end_not_after_today"))).toBeVisible();
    await page.getByLabel(say("field_end_date")).fill("2099-12-31");
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(messageOf(page, say("campaigns_created"))).toBeVisible();

    const row = await find(page, say, "campaigns_search", name);
    await openRow(row);
    await page.getByLabel(say("campaigns_url")).fill("https://coats.example/give");
    await page.getByRole("button", { name: say("kit_save"), exact: true }).click();
    await expect(page.getByText(say("campaigns_edited"))).toBeVisible();
    await choose(row, say, say("lists_deactivate"));
    await page
      .getByRole("dialog", { name: say("lists_deactivate_title", { name }) })
      .getByRole("button", { name: say("lists_deactivate") })
      .click();
    await expect(messageOf(page, say("lists_deactivated"))).toBeVisible();
    await expect(row).toContainText(say("lists_inactive_feminine"));
  });
});
