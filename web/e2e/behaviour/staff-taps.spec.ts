// Effort of the staff's daily work after signing in: clicks and typed fields, with upper limits. Counted on one desk, because
// brand and language don't change them.
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { buyCard } from "../support/cards.ts";
import { counting, type Hand } from "../support/hand.ts";
import { openSession } from "../support/openSession.ts";
import { demo, headersOf, hire, newAddress, signIn } from "../support/people.ts";
import { expect, messageOf, test, type Words } from "../support/story.ts";

test.skip(({ isPhone }) => isPhone);

const newShopper = (request: APIRequestContext) =>
  hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });

/** Signs in and waits for the first page. */
async function arrive(page: Page, say: Words, email: string): Promise<void> {
  await signIn(page, say, demo(email));
  // The sign-in page has a heading, too; keyboard shortcuts work once the portal's layout is mounted.
  await expect(page.getByRole("button", { name: say("palette_title") })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

const inMenu = (page: Page, text: string) =>
  page.getByRole("complementary").getByRole("link", { name: text });

/** Finds a card by its number, which opens it directly, and opens its menu of actions. */
async function openCard(page: Page, say: Words, hand: Hand, number: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await hand.type(page.getByRole("combobox", { name: say("palette_search") }), number);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number.slice(-4));
  await hand.tap(page.getByRole("button", { name: say("cases_actions") }));
}

/** Confirms the action in its dialog, with a reason if the field is given. */
async function confirm(page: Page, hand: Hand, button: string | RegExp, reason?: Locator): Promise<void> {
  const dialog = page.getByRole("dialog");
  if (reason) await hand.type(reason, "They called");
  await hand.tap(dialog.getByRole("button", { name: button, exact: true }));
  await expect(dialog).toHaveCount(0);
}

test("a card for its buyer that did not arrive is sent again with at most 4 clicks", async ({
  page,
  request,
  say,
}) => {
  const card = await buyCard(request, await newShopper(request));
  await arrive(page, say, "admin@demo.test");
  const hand = counting();
  await openCard(page, say, hand, card.cardNumber);
  await hand.tap(page.getByRole("button", { name: say("wallet_resend_own") }));
  await confirm(page, hand, say("wallet_resend_confirm"));
  expect(hand.count.taps).toBeLessThanOrEqual(4);
});

test("a gift that did not arrive is sent again with at most 4 clicks, with its address filled in", async ({
  page,
  request,
  say,
}) => {
  const gift = await buyCard(request, await newShopper(request), { giftTo: newAddress("bea") });
  await arrive(page, say, "admin@demo.test");
  const hand = counting();
  await openCard(page, say, hand, gift.cardNumber);
  await hand.tap(page.getByRole("button", { name: say("wallet_resend"), exact: true }));
  await confirm(page, hand, say("wallet_resend_confirm"));
  expect(hand.count.taps).toBeLessThanOrEqual(4);
});

test("a card is refunded with at most 4 clicks and a reason, and one is frozen", async ({
  page,
  request,
  say,
}) => {
  const shopper = await newShopper(request);
  const [lost, unwanted] = [await buyCard(request, shopper), await buyCard(request, shopper)];
  const reason = page.getByRole("dialog").getByLabel(say("counter_reason"));
  await arrive(page, say, "super@demo.test");
  const refunding = counting();
  await openCard(page, say, refunding, unwanted.cardNumber);
  await refunding.tap(page.getByRole("button", { name: say("helpdesk_refund"), exact: true }));
  await confirm(page, refunding, /25/, reason);
  // An unsettled payment is voided as a whole.
  await expect(page.getByText(say("orders_cancelled"), { exact: true }).first()).toBeVisible();
  expect(refunding.count.taps).toBeLessThanOrEqual(4);

  const freezing = counting();
  await openCard(page, say, freezing, lost.cardNumber);
  await freezing.tap(page.getByRole("button", { name: say("lists_deactivate"), exact: true }));
  await confirm(page, freezing, say("counter_deactivate_confirm"), reason);
  expect(freezing.count.taps).toBeLessThanOrEqual(4);
});

test("any record is found with at most 2 clicks", async ({ page, say }) => {
  await arrive(page, say, "admin@demo.test");
  const hand = counting();
  await hand.tap(page.getByRole("button", { name: say("palette_title") }));
  await hand.type(page.getByRole("combobox", { name: say("palette_search") }), "Maple Leaf");
  await hand.tap(page.getByRole("option", { name: /Maple Leaf Books/ }).first());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Maple Leaf Books");
  expect(hand.count.taps).toBeLessThanOrEqual(2);
});

test("a typed number and the last four digits need no click at the counter, an undo needs 1", async ({
  page,
  request,
  say,
}) => {
  const clerk = await hire(request, {
    firstName: "Cleo",
    lastName: "Clerk",
    role: "EMPLOYEE",
    tenant: "Maple Leaf Books",
  });
  const card = await buyCard(request, await newShopper(request));
  await signIn(page, say, clerk);
  const hand = counting();
  const balance = page.getByRole("group", { name: say("counter_current_balance") });
  const find = async (digits: string) => {
    await expect(page.getByLabel(say("counter_code"))).toBeFocused();
    await hand.type(page.getByLabel(say("counter_code")), digits);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: say("counter_card"), exact: true })).toContainText(
      card.cardNumber.slice(-4),
    );
  };
  await find(card.cardNumber.slice(-4));
  await find(card.cardNumber);
  await expect(page.getByLabel(say("counter_bill"))).toBeFocused();
  await hand.type(page.getByLabel(say("counter_bill")), "20");
  await page.keyboard.press("Enter");
  await expect(balance).toContainText(/5[.,]00/);
  expect(hand.count.taps).toBe(0);
  await hand.tap(page.getByRole("button", { name: new RegExp(`^${say("counter_reverse")}`) }).first());
  await expect(page.getByText(say("counter_taken_back")).first()).toBeVisible();
  expect(hand.count.taps).toBe(1);
});

test("a colleague is invited with 3 clicks and 4 fields", async ({ page, say }) => {
  await arrive(page, say, "manager@vendor-b.test");
  const hand = counting();
  await hand.tap(inMenu(page, say("admin_users")));
  await hand.tap(page.getByRole("link", { name: say("users_add") }));
  const sheet = page.getByRole("dialog", { name: say("users_add") });
  await expect(sheet.getByLabel(say("field_first_name"))).toBeFocused();
  for (const text of ["Nell", "Newcomer", newAddress("nell")]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await sheet.getByLabel(say("users_assign_role")).selectOption("EMPLOYEE");
  await hand.tap(sheet.getByRole("button", { name: say("users_invite") }));
  await expect(messageOf(page, say("users_created"))).toBeVisible();
  expect(hand.count.taps).toBeLessThanOrEqual(3);
});

test("a campaign is added with 2 clicks, a poster saved with 2", async ({ page, anotherBrowser, say }) => {
  await arrive(page, say, "manager@charity-b.test");
  const adding = counting();
  await adding.tap(inMenu(page, say("admin_campaigns")));
  await adding.tap(page.getByRole("link", { name: say("campaigns_add") }));
  await page.getByLabel(say("campaigns_name")).fill(`Coats ${crypto.randomUUID().slice(0, 8)}`);
  await page.getByLabel(say("field_start_date")).fill("2099-12-01");
  await page.getByLabel(say("field_end_date")).fill("2099-12-31");
  await page.keyboard.press("Enter");
  await expect(messageOf(page, say("campaigns_created"))).toBeVisible();
  expect(adding.count.taps).toBeLessThanOrEqual(2);

  const shop = await anotherBrowser.newPage();
  await arrive(shop, say, "manager@vendor-a.test");
  const saving = counting();
  await saving.tap(inMenu(shop, say("admin_information")));
  const download = shop.waitForEvent("download");
  await saving.tap(shop.getByRole("button", { name: say("tenants_poster_download") }));
  expect((await download).suggestedFilename()).toBe("poster.png");
  expect(saving.count.taps).toBeLessThanOrEqual(2);
});

test("a complete registration is approved with at most 3 clicks", async ({ page, request, say }) => {
  const name = `Corner Shop ${crypto.randomUUID().slice(0, 8)}`;
  const headers = await headersOf(request, demo("admin@demo.test"));
  const first = async (path: string) =>
    ((await (await request.get(`/api/v1/Public/${path}`)).json()) as { id: string }[])[0]?.id;
  const form = {
    legalName: `${name} Ltd.`,
    displayName: name,
    businessNumber: "812345678",
    categoryId: await first("Categories"),
    regionId: await first("Regions"),
    cardAmount: "0",
    sharePercentage: 10,
    charityRate: 5,
    institutionNumber: "003",
    transitNumber: "12345",
    accountNumber: "7654321",
    primaryContact: {
      firstName: "Olive",
      lastName: "Owner",
      email: newAddress("olive"),
      workPhoneNumber: "613-555-0100",
      phoneNumber: "613-555-0101",
    },
    address: {
      addressLine1: "12 Elgin Street",
      city: "Ottawa",
      province: "Ontario",
      postalCode: "K1P 1J1",
    },
  };
  // A vendor added with all details is on sale at once, so this one starts without card amounts.
  const made = await request.post("/api/v1/Vendors", { headers, data: form });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = (await made.json()) as { id: string };
  const whole = { ...form, cardAmount: "Amount25,Amount50" };
  const mended = await request.put(`/api/v1/Vendors/${id}`, { headers, data: whole });
  expect(mended.ok(), await mended.text()).toBe(true);
  await openSession(page, demo("admin@demo.test"));
  await page.goto(`/admin/vendors?searchText=${encodeURIComponent(name)}`);
  const hand = counting();
  await hand.tap(page.getByRole("row").getByRole("link", { name }));
  await hand.tap(page.getByRole("button", { name: say("tenants_approve"), exact: true }));
  const dialog = page.getByRole("dialog");
  await hand.tap(dialog.getByRole("button", { name: say("tenants_approve"), exact: true }));
  await expect(messageOf(page, say("tenants_approved"))).toBeVisible();
  expect(hand.count.taps).toBeLessThanOrEqual(3);
});
