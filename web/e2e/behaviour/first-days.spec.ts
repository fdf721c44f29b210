// First days of an owner, a clerk and a manager: from a form or an email to the first card at the counter. Clicks and typed
// fields are counted. The annotations of each story record its duration.
import type { APIRequestContext, Page, TestInfo } from "@playwright/test";
import { expectNothingBesideTheScreen } from "../support/axe.ts";
import { booksOf, buyCard } from "../support/cards.ts";
import { counting, type Hand } from "../support/hand.ts";
import { agreeBox, field, organizationValues, registerButton } from "../support/joining.ts";
import { openSession } from "../support/openSession.ts";
import { demo, headersOf, hire, invited, mailedLink, newAddress } from "../support/people.ts";
import { expect, test, type Words } from "../support/story.ts";

const SHOP = "Maple Leaf Books";
const PASSWORD = "a password of their own";
const PIN = "2580";

/** Records clicks, fields and duration in the annotations. */
function note(info: TestInfo, { count }: Hand, began: number): void {
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const description = `${count.taps} clicks, ${count.fields} fields, ${seconds} s`;
  info.annotations.push({ type: info.title, description });
}

/** Chooses a password on the page of the emailed link. */
async function choosePassword(page: Page, say: Words, hand: Hand): Promise<void> {
  await hand.type(field(page, say("account_new_password")), PASSWORD);
  await hand.type(field(page, say("account_confirm_password")), PASSWORD);
  await hand.tap(
    page.getByRole("main").getByRole("button", { name: say("account_reset_submit"), exact: true }),
  );
}

/** Approves a registration as an administrator, who adds the missing region. */
async function approve(request: APIRequestContext, name: string): Promise<void> {
  const headers = await headersOf(request, demo("super@demo.test"));
  const found = await request.get("/api/v1/Vendors", { headers, params: { searchText: name } });
  const [shop] = ((await found.json()) as { items: { id: string }[] }).items;
  const path = `/api/v1/Vendors/${shop?.id}`;
  const read = await request.get(path, { headers });
  const regions = await request.get("/api/v1/Public/Regions");
  const [region] = (await regions.json()) as { id: string }[];
  const record = (await read.json()) as { version: string };
  const saved = await request.put(path, {
    headers: { ...headers, "if-match": `"${record.version}"` },
    data: { ...record, regionId: region?.id },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const active = await request.put(`${path}/status/ACTIVATE`, { headers });
  expect(active.ok(), await active.text()).toBe(true);
}

/** Fills in a shop's registration as its owner. */
async function register(
  page: Page,
  say: Words,
  hand: Hand,
  { name, email }: { name: string; email: string },
) {
  const values = organizationValues(name, email);
  for (const [key, value] of Object.entries(values)) await hand.type(field(page, say(key)), value);
  const category = field(page, say("field_category"));
  await expect(category.locator("option")).not.toHaveCount(1);
  await hand.tap(category);
  await category.selectOption({ index: 1 });
  await hand.tap(agreeBox(page));
  await expect(registerButton(page, say)).toBeEnabled();
  await hand.tap(registerButton(page, say));
  await expect(page).toHaveURL(/\/register\/vendor-success$/);
}

/** Redeems an amount from the open card. */
async function takeOff(page: Page, say: Words, hand: Hand, dollars: number, isPhone: boolean) {
  const redeem = page.getByRole("button", { name: say("counter_redeem"), exact: true });
  const bill = page.getByLabel(say("counter_bill"));
  await expect(isPhone ? redeem.or(bill).first() : bill).toBeVisible();
  if (!(await bill.isVisible())) await hand.tap(redeem);
  await hand.type(bill, String(dollars));
  await page.keyboard.press("Enter");
}

test("an owner registers, tries the counter alone and is ready to sell", async ({
  page,
  request,
  say,
  isPhone,
}, info) => {
  const [hand, began] = [counting(), Date.now()];
  const shop = { name: `Corner ${crypto.randomUUID().slice(0, 8)}`, email: newAddress("cora") };
  await page.goto("/register/vendor");
  await expectNothingBesideTheScreen(page);
  await register(page, say, hand, shop);
  await approve(request, shop.name);

  await page.goto(await mailedLink(request, shop.email));
  await choosePassword(page, say, hand);
  await hand.tap(page.getByRole("link", { name: say("summary_step_test") }));
  await hand.tap(page.getByRole("button", { name: say("test_card_make"), exact: true }));
  await expect(page.getByRole("img", { name: say("test_card_picture") })).toBeVisible();
  await expectNothingBesideTheScreen(page);
  await hand.tap(page.getByRole("link", { name: say("test_card_open"), exact: true }));
  await takeOff(page, say, hand, 1, isPhone);
  const done = say("test_card_redeemed").split("{amount}").find(Boolean);
  await expect(page.getByText(done ?? "").first()).toBeVisible();

  note(info, hand, began);
  expect(hand.count.taps).toBeLessThanOrEqual(26);
  expect(hand.count.fields).toBeLessThanOrEqual(16);
});

test("a clerk follows the invitation, chooses a PIN and redeems the first card", async ({
  page,
  request,
  baseURL,
  say,
  isPhone,
}, info) => {
  const [hand, began] = [counting(), Date.now()];
  const clerk = { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP } as const;
  const email = await invited(request, clerk, `${baseURL}/admin/setup-password`);
  const buyer = await hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });
  const card = await buyCard(request, buyer);

  await page.goto(await mailedLink(request, email));
  await choosePassword(page, say, hand);
  await expect(page).toHaveURL(/\/scan-counter$/);
  await hand.tap(page.getByRole("link", { name: say("tills_pin_choose"), exact: true }));
  await hand.type(field(page, say("tills_new_pin")), PIN);
  await hand.type(field(page, say("tills_pin_again")), PIN);
  await hand.tap(page.getByRole("button", { name: say("tills_pin_save"), exact: true }));
  await expect(page).toHaveURL(/\/scan-counter$/);
  await expectNothingBesideTheScreen(page);
  await hand.type(page.getByLabel(say("counter_code")), card.code);
  await page.keyboard.press("Enter");
  await takeOff(page, say, hand, 10, isPhone);
  await expect.poll(() => booksOf(request, buyer, card)).toEqual({ balance: 15, redemptions: 1 });

  note(info, hand, began);
  expect(hand.count.taps).toBeLessThanOrEqual(12);
  expect(hand.count.fields).toBeLessThanOrEqual(7);
});

test("a treasurer invites a colleague, who reaches the charity's portal", async ({
  page,
  anotherBrowser,
  request,
  say,
  brand,
}, info) => {
  test.skip(brand === "rayzr", "The brand has no charities.");
  const [hand, began] = [counting(), Date.now()];
  const email = newAddress("tess");
  await openSession(page, demo("manager@charity-a.test"));
  await page.goto("/admin/charity/users");
  await expectNothingBesideTheScreen(page);
  await hand.tap(page.getByRole("link", { name: say("users_add") }).first());
  const sheet = page.getByRole("dialog", { name: say("users_add") });
  await hand.type(sheet.getByLabel(say("field_first_name")), "Tess");
  await hand.type(sheet.getByLabel(say("field_last_name")), "Treasurer");
  await hand.type(sheet.getByLabel(say("field_email")), email);
  // Charities have managers only, so the role is chosen already.
  await expect(sheet.getByLabel(say("users_assign_role"))).toHaveValue("MANAGER");
  await hand.tap(sheet.getByRole("button", { name: say("users_invite") }));
  const invitations = page.getByRole("table", { name: say("users_invitations") });
  await expect(invitations.getByRole("row").filter({ hasText: email })).toContainText(say("users_invited"));

  const colleague = await anotherBrowser.newPage();
  await colleague.goto(await mailedLink(request, email));
  await choosePassword(colleague, say, hand);
  await expect(colleague).toHaveURL("/admin/charity/summary");
  await expectNothingBesideTheScreen(colleague);

  note(info, hand, began);
  expect(hand.count.taps).toBeLessThanOrEqual(8);
  expect(hand.count.fields).toBeLessThanOrEqual(5);
});
