// Replies that are lost while money moves and records are saved. The server has done the work: nothing is done twice, the person
// learns the outcome once and can continue.
import type { APIRequestContext, Page } from "@playwright/test";
import { booksOf, buyCard, show } from "../support/cards.ts";
import { expectOpenToEverybody } from "../support/axe.ts";
import { aShop } from "../support/catalogue.ts";
import { dayFromToday } from "../support/days.ts";
import { setClockAhead } from "../support/line.ts";
import { openSession } from "../support/openSession.ts";
import { demo, headersOf, hire, signIn } from "../support/people.ts";
import { APPROVED, chooseCard, expectPaid, goToCheckout, mailsTo, payWith } from "../support/shopping.ts";
import { messageOf, NO_NETWORK, SESSION_ENDED } from "../support/story.ts";
import { expect, test } from "../support/visitor.ts";

const SHOP = "Maple Leaf Books";

/** No other story uses this shop, so the amount owed is that of the demo. */
const PAYEE = "Copper Lamp Home";

/** Longer than the lifetime of an access token. */
const TOKEN_IS_OVER = 20 * 60_000;

const newBuyer = (request: APIRequestContext) =>
  hire(request, { firstName: "Lou", lastName: "Roy", role: "ADMINISTRATOR" });

/** Matches "$10.00" or "10,00 $", with any kind of space. */
const money = (dollars: number) => new RegExp(dollars.toFixed(2).replace(".", "[.,]"));

/** Reads the API as this person. */
async function read<Answer>(request: APIRequestContext, headers: Record<string, string>, path: string) {
  const answer = await request.get(`/api/v1${path}`, { headers });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

interface Items<Item> {
  items: Item[];
}

/** Expects that the only message on the screen is this one. */
async function expectOneMessage(page: Page, text: string): Promise<void> {
  await expect(messageOf(page, text)).toBeVisible();
  await expect(page.locator(".toaster").getByRole("listitem")).toHaveCount(1);
}

test.use({ expectedFailures: [NO_NETWORK, ...SESSION_ENDED] });

test("a payment is found, and charged once", async ({ page, line, request, say }) => {
  const buyer = await newBuyer(request);
  await openSession(page, buyer);
  await chooseCard(page, say, await aShop(request));
  await goToCheckout(page, say);
  const lost = line.loseReplies(/^POST .*\/Orders\/checkout$/, 1);
  await payWith(page, say, APPROVED);
  await expectPaid(page, say);
  expect(lost.hits()).toBe(1);
  const orders = await read<Items<unknown>>(request, await headersOf(request, buyer), "/Orders/me");
  expect(orders.items).toHaveLength(1);
  await expect(page.getByRole("link", { name: say("shell_cart", { count: "0" }) })).not.toHaveCount(0);
});

test("a redemption is sent again, and made once", async ({ page, line, request, say }) => {
  const clerk = await hire(request, { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP });
  const card = await buyCard(request, await newBuyer(request), { shop: SHOP });
  await openSession(page, clerk);
  await show(request, clerk, card);
  await page.goto(`/scan-vendor-transactions/${card.id}`);
  const pad = page.getByRole("region", { name: say("counter_card"), exact: true });
  await pad.getByLabel(say("counter_bill")).fill("10");
  const lost = line.loseReplies(/^PUT .*\/redeemed$/, 1);
  await pad
    .locator("form")
    .getByRole("button", { name: money(10) })
    .last()
    .click();
  await expect(pad.getByText(say("counter_unsure_text"))).toBeVisible();
  expect(lost.hits()).toBe(1);
  await expectOpenToEverybody(page);
  await pad.getByRole("button", { name: say("counter_unsure_repeat") }).click();
  await expect(pad.getByRole("status")).toContainText(money(10));
  expect(await booksOf(request, clerk, card)).toEqual({ balance: 15, redemptions: 1 });
});

test("a refund is sent again, and made once", async ({ page, line, request, say }) => {
  const buyer = await newBuyer(request);
  const card = await buyCard(request, buyer, { shop: SHOP });
  const orders = await read<Items<{ id: string }>>(request, await headersOf(request, buyer), "/Orders/me");
  const [order] = orders.items;
  await openSession(page, demo("admin@demo.test"));
  await page.goto(`/admin/cards/orders/${order?.id}`);
  await page.getByRole("button", { name: say("cases_actions") }).click();
  await page.getByRole("button", { name: say("helpdesk_refund"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("counter_reason")).fill("Bought twice by mistake");
  const lost = line.loseReplies(/^POST .*\/refunds$/, 1);
  await dialog.getByRole("button", { name: money(25) }).click();
  // The dialog keeps what was asked for, and a refund under its key is made once.
  await expect(dialog.getByRole("status")).toContainText(money(25));
  const again = dialog.getByRole("button", { name: say("catalogue_retry"), exact: true });
  await expect(again).toBeVisible();
  await expect(dialog).toContainText(card.cardNumber.slice(-4));
  expect(lost.hits()).toBe(1);
  await again.click();
  await expect(dialog).toBeHidden();
  await expect(messageOf(page, say("helpdesk_refunded", { total: "" }).trim())).toBeVisible();
  const admin = await headersOf(request, demo("admin@demo.test"));
  const log = await read<Items<{ action: string }>>(request, admin, `/Audit?subjectId=${order?.id}`);
  expect(log.items.filter(({ action }) => /^ORDER_(CANCELLED|REFUNDED)$/.test(action))).toHaveLength(1);
});

test("an approval of a payout has an unknown outcome, and is made once", async ({
  page,
  line,
  request,
  say,
}) => {
  const admin = await headersOf(request, demo("admin@demo.test"));
  const prepared = await request.post("/api/v1/Payouts", {
    headers: admin,
    data: { lastDay: dayFromToday(-1) },
  });
  expect(prepared.ok(), await prepared.text()).toBe(true);
  const drafts = `/Payouts?searchText=${encodeURIComponent(PAYEE)}&state=DRAFT`;
  const [draft] = (await read<Items<{ id: string }>>(request, admin, drafts)).items;
  const path = `/Payouts/${draft?.id}`;

  await openSession(page, demo("super@demo.test"));
  await page.goto(`/admin/payouts/${draft?.id}`);
  await page.getByRole("button", { name: say("payouts_approve"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  // The payout can't be read again either, or the page would find out by itself.
  const lost = line.loseReplies(/^PUT .*\/approved$/, 1);
  const unread = line.loseReplies(new RegExp(`^GET .*${path}$`));
  const approve = dialog.getByRole("button", { name: say("payouts_approve"), exact: true });
  await approve.click();
  await expect(dialog.getByText(say("payouts_unsure"))).toBeVisible();
  await expectOpenToEverybody(page);
  expect(lost.hits()).toBe(1);

  unread.end();
  await approve.click();
  await expect(page.getByRole("button", { name: say("payouts_mark_paid"), exact: true })).toBeVisible();
  const log = await read<Items<{ action: string }>>(request, admin, `/Audit?subjectId=${draft?.id}`);
  expect(log.items.filter(({ action }) => action === "PAYOUT_APPROVED")).toHaveLength(1);
});

test("a form saves once, and knows its own save", async ({ page, line, request, say }) => {
  const name = `Kitchens ${crypto.randomUUID().slice(0, 8)}`;
  const sue = demo("super@demo.test");
  await openSession(page, sue);
  await page.goto("/admin/organization");
  await page.getByRole("link", { name: say("organizations_add") }).click();
  const adding = page.getByRole("dialog");
  await adding.getByLabel(say("field_name"), { exact: true }).fill(name);
  await adding.getByLabel(say("field_description")).fill("Warm meals.");
  const created = line.loseReplies(/^POST .*\/Organizations$/, 1);
  // On a slow line, people press twice.
  line.delay(200);
  await adding.getByRole("button", { name: say("kit_save"), exact: true }).dblclick();
  await expectOneMessage(page, say("organizations_created"));
  await expect(adding).toBeHidden();
  expect(created.hits()).toBe(1);
  line.delay(0);
  const headers = await headersOf(request, sue);
  const search = `/Organizations?searchText=${encodeURIComponent(name)}`;
  const made = await read<Items<{ id: string }>>(request, headers, search);
  expect(made.items).toHaveLength(1);

  await page.goto(`/admin/organization/detail/${made.items[0]?.id}`);
  const editing = page.getByRole("dialog", { name });
  const changed = line.loseReplies(/^PUT .*\/Organizations\/\w+$/, 1);
  await editing.getByLabel(say("field_description")).fill("Cold meals.");
  await editing.getByRole("button", { name: say("kit_save"), exact: true }).click();
  await expectOneMessage(page, say("organizations_edited"));
  await expect(editing).toBeHidden();
  expect(changed.hits()).toBe(1);
});

test("a renewal whose reply is lost three times leaves the person signed in", async ({
  page,
  line,
  request,
  say,
}) => {
  const buyer = await newBuyer(request);
  await signIn(page, say, buyer);
  await page.evaluate(setClockAhead, String(TOKEN_IS_OVER));
  const lost = line.loseReplies(/^POST .*\/OAuth\/silent-login\//, 3);
  await page.goto("/orders");
  const found = page.getByText(say("orders_empty"), { exact: true });
  const again = page.getByRole("main").getByRole("button", { name: say("catalogue_retry") });
  await expect(found.or(again)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(found).toBeVisible();
  expect(lost.hits()).toBe(3);
  expect(new URL(page.url()).pathname).toBe("/orders");
  expect(await mailsTo(request, buyer.email, "/account/sessions")).toEqual([]);
});
