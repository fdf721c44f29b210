// Redemptions over a shop's hourly limit need a manager's approval if the shop has switched it on. The limit counts per clerk,
// so this setting disturbs no other story.
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { booksOf, buyCard, show, type BoughtCard } from "../support/cards.ts";
import { counting } from "../support/hand.ts";
import { openSession } from "../support/openSession.ts";
import { demo, headersOf, hire, type Person } from "../support/people.ts";
import { mailWith } from "../support/shopping.ts";
import { expect, test, type Words } from "../support/story.ts";

const SHOP = "Maple Leaf Books";
const MAX_PER_HOUR = 25;
const PHONE = { width: 390, height: 844 };

/** Matches "$12.50" or "12,50 $", with any kind of space. */
const money = (dollars: number) => new RegExp(dollars.toFixed(2).replace(".", "[.,]"));

/** Creates a clerk at the hourly limit, a manager, and a card with 75 dollars left. */
async function busyCounter(request: APIRequestContext) {
  const clerk = await hire(request, { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP });
  // New managers can't approve in their first week, so use one of the demo's.
  const manager = demo("manager@vendor-a.test");
  const shopper = await hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });
  const card = await buyCard(request, shopper, { dollars: 100 });
  const settings = await request.put(`/api/v1/Vendors/${card.vendorId}/counter-settings`, {
    headers: await headersOf(request, manager),
    data: {
      isPaceLimited: true,
      mostRedemptions: MAX_PER_HOUR,
      mostAmount: 1000,
      singleAmount: 500,
      redeemsByName: false,
    },
  });
  expect(settings.ok(), await settings.text()).toBe(true);
  await show(request, clerk, card);
  const headers = await headersOf(request, clerk);
  for (let count = 0; count < MAX_PER_HOUR; count++) {
    const answer = await request.put(`/api/v1/Cards/${card.id}/redeemed`, {
      headers: { ...headers, "idempotency-key": crypto.randomUUID() },
      data: { value: 1 },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return { clerk, manager, card };
}

/** Opens a card at the counter and returns its pad: beside the card, or in a dialog on a phone. */
async function openPad(page: Page, say: Words, card: BoughtCard, isPhone: boolean) {
  await page.goto(`/scan-vendor-transactions/${card.id}`);
  if (!isPhone) return page.getByRole("region", { name: say("counter_card"), exact: true });
  await page.getByRole("button", { name: say("counter_redeem"), exact: true }).click();
  return page.getByRole("dialog");
}

interface Counter {
  clerk: Person;
  card: BoughtCard;
  isPhone: boolean;
}

async function askForTen(page: Page, say: Words, { clerk, card, isPhone }: Counter) {
  await openSession(page, clerk);
  const pad = await openPad(page, say, card, isPhone);
  await pad.getByLabel(say("counter_bill")).fill("10");
  await page.keyboard.press("Enter");
  await expect(pad.getByText(say("approval_cause_count"))).toBeVisible();
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);
  return pad;
}

/** Opens the request on the manager's phone, where others may wait, too. */
async function openRequest(page: Page, manager: Person, card: BoughtCard) {
  await page.setViewportSize(PHONE);
  await openSession(page, manager);
  await page.goto("/admin/vendor/approvals");
  const request = page.getByRole("article").filter({ hasText: card.cardNumber.slice(-4) });
  await expect(request).toContainText(money(10));
  await expect(request).toContainText("Cleo Clerk");
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);
  return request;
}

test.use({ expectedFailures: ["409 /api/v1/Cards/*/redeemed"] });

test("a manager approves a clerk's request on a phone, and the clerk's screen shows the result", async ({
  page,
  anotherBrowser,
  request,
  say,
  isPhone,
}) => {
  const { clerk, manager, card } = await busyCounter(request);
  const pad = await askForTen(page, say, { clerk, card, isPhone });
  expect(await booksOf(request, clerk, card)).toMatchObject({ balance: 75 });

  const phone = await anotherBrowser.newPage();
  const waiting = await openRequest(phone, manager, card);
  await waiting.getByRole("button", { name: money(10) }).click();
  await expect(waiting).toHaveCount(0);

  await expect(pad.getByRole("status")).toContainText(money(10));
  await expect(pad.locator("dl")).toContainText(money(65));
  if (isPhone) await pad.getByRole("button", { name: say("counter_done"), exact: true }).click();
  await expect(page.getByText(say("counter_approved_by", { name: "Maya Leblanc" }))).toBeVisible();
  expect(await booksOf(request, clerk, card)).toMatchObject({ balance: 65 });
});

test("a signed-out manager approves from the email: its link opens the request", async ({
  page,
  anotherBrowser,
  request,
  say,
  isPhone,
}) => {
  const { clerk, manager, card } = await busyCounter(request);
  await askForTen(page, say, { clerk, card, isPhone });
  const mail = await mailWith(request, manager.email, /http\S+\/admin\/vendor\/approvals/);
  const link = new URL(/http\S+\/admin\/vendor\/approvals/.exec(mail.text)?.[0] ?? "");

  const [hand, phone] = [counting(), await anotherBrowser.newPage()];
  await phone.setViewportSize(PHONE);
  await phone.goto(link.pathname);
  await expect(phone).toHaveURL(/\/admin\/signin/);
  await hand.type(phone.getByLabel(say("field_email"), { exact: true }), manager.email);
  await hand.type(phone.getByLabel(say("account_password"), { exact: true }), manager.password);
  await hand.tap(phone.getByRole("main").getByRole("button", { name: say("account_sign_in"), exact: true }));
  await expect(phone).toHaveURL(/\/admin\/vendor\/approvals$/);
  const waiting = phone.getByRole("article").filter({ hasText: card.cardNumber.slice(-4) });
  await hand.tap(waiting.getByRole("button", { name: money(10) }));
  await expect(waiting).toHaveCount(0);
  expect(await booksOf(request, clerk, card)).toMatchObject({ balance: 65 });
  expect(hand.count.taps).toBeLessThanOrEqual(4);
});

test("a clerk reads why a manager has declined, and nothing is redeemed", async ({
  page,
  anotherBrowser,
  request,
  say,
  isPhone,
}) => {
  const { clerk, manager, card } = await busyCounter(request);
  await askForTen(page, say, { clerk, card, isPhone });
  // A clerk who has left the request sees it again on reopening the card.
  const pad = await openPad(page, say, card, isPhone);
  await expect(pad.getByText(say("approval_cause_count"))).toBeVisible();

  const phone = await anotherBrowser.newPage();
  const waiting = await openRequest(phone, manager, card);
  await waiting.getByRole("button", { name: say("approval_decline"), exact: true }).click();
  const question = phone.getByRole("dialog");
  await question.getByLabel(say("counter_reason")).fill("Ask the next customer for cash");
  await question.getByRole("button", { name: say("approval_decline"), exact: true }).click();
  await expect(waiting).toHaveCount(0);

  await expect(pad.getByText(say("approval_declined_by", { name: "Maya Leblanc" }))).toBeVisible();
  await expect(pad).toContainText("Ask the next customer for cash");
  await expectOpenToEverybody(page);
  await pad.getByRole("button", { name: say("counter_done"), exact: true }).click();
  const again = await openPad(page, say, card, isPhone);
  await expect(again.getByLabel(say("counter_bill"))).toHaveValue("");
  expect(await booksOf(request, clerk, card)).toMatchObject({ balance: 75 });
});

test("a clerk undoes a redemption that was made by mistake at once", async ({
  page,
  request,
  say,
  isPhone,
}) => {
  const clerk = await hire(request, { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP });
  const shopper = await hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });
  const card = await buyCard(request, shopper);
  await show(request, clerk, card);
  await openSession(page, clerk);
  const pad = await openPad(page, say, card, isPhone);
  await pad.getByLabel(say("counter_bill")).fill("10");
  await page.keyboard.press("Enter");
  await expect(pad.getByRole("status")).toContainText(money(10));
  await pad.getByRole("button", { name: say("counter_reverse"), exact: true }).click();
  await expect(pad).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: money(10) })).toBeVisible();
  expect(await booksOf(request, clerk, card)).toEqual({ balance: 25, redemptions: 1 });
});

test("a manager is notified at once of many redemptions, opens the notice, and it is marked as read", async ({
  page,
  request,
  say,
}) => {
  const clerk = await hire(request, { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP });
  const manager = await hire(request, {
    firstName: "Mo",
    lastName: "Manager",
    role: "MANAGER",
    tenant: SHOP,
  });
  const shopper = await hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });
  const card = await buyCard(request, shopper);
  await openSession(page, manager);
  await page.goto("/admin/vendor/summary");
  const header = page.locator("header");
  await header.getByRole("button", { name: say("bell_none_unread") }).click();
  await page.getByRole("button", { name: say("bell_settings") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("bell_large_amount")).fill("20");
  await expectOpenToEverybody(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);

  await show(request, clerk, card);
  const redeemed = await request.put(`/api/v1/Cards/${card.id}/redeemed`, {
    headers: { ...(await headersOf(request, clerk)), "idempotency-key": crypto.randomUUID() },
    data: { value: 20 },
  });
  expect(redeemed.ok(), await redeemed.text()).toBe(true);
  const notice = header.getByRole("link", { name: card.cardNumber.slice(-4) });
  // The bell also counts requests of other clerks, whose stories run at the same time.
  const bell = header.getByRole("button", { name: /unread|\blus?$/ });
  await expect(bell).toHaveAccessibleName(/\d/);
  await bell.click();
  await expect(notice).toContainText(money(20));
  await expect(notice).toContainText(say("bell_new"));
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);
  await notice.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/vendor/cards-transaction/${card.id}$`));
  await expect(notice).toBeHidden();
  await bell.click();
  await expect(notice).toBeVisible();
  await expect(notice).not.toContainText(say("bell_new"));
});
