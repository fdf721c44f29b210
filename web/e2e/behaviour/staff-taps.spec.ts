// How much the daily work of staff takes, from the first page after the door: clicks and typed fields, counted and held down.
// Counted at one desk: neither brand nor language changes them.
import type { APIRequestContext } from "@playwright/test";
import { buyCard } from "../support/cards.ts";
import { counting } from "../support/hand.ts";
import { demo, headersOf, hire, newAddress, signIn } from "../support/people.ts";
import { expect, messageOf, test } from "../support/story.ts";

test.skip(({ isPhone }) => isPhone);

const newShopper = (request: APIRequestContext) =>
  hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });

test("an own card that did not arrive is sent again with at most 4 clicks", async ({
  page,
  request,
  say,
}) => {
  const card = await buyCard(request, await newShopper(request));
  await signIn(page, say, demo("admin@demo.test"));
  const hand = counting();
  await page.keyboard.press("Control+k");
  // The one card that has this number opens by itself.
  await page.getByRole("combobox", { name: say("palette_search") }).fill(card.cardNumber);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(card.cardNumber.slice(-4));
  await hand.tap(page.getByRole("button", { name: say("cases_actions") }));
  await hand.tap(page.getByRole("button", { name: say("wallet_resend_own") }));
  const dialog = page.getByRole("dialog");
  await hand.tap(dialog.getByRole("button", { name: say("wallet_resend_confirm"), exact: true }));
  await expect(dialog).toHaveCount(0);
  expect(hand.count.taps).toBeLessThanOrEqual(4);
});

test("a registration that lacks nothing is approved with at most 3 clicks", async ({
  page,
  request,
  say,
}) => {
  const name = `Corner Shop ${crypto.randomUUID().slice(0, 8)}`;
  const headers = await headersOf(request, demo("admin@demo.test"));
  const first = async (path: string) =>
    ((await (await request.get(`/api/v1/Public/${path}`)).json()) as { id: string }[])[0]?.id;
  const made = await request.post("/api/v1/Vendors", {
    headers,
    data: {
      legalName: `${name} Ltd.`,
      displayName: name,
      businessNumber: "812345678",
      categoryId: await first("Categories"),
      regionId: await first("Regions"),
      cardAmount: "Amount25,Amount50",
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
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await signIn(page, say, demo("admin@demo.test"));
  await page.goto(`/admin/vendors?searchText=${encodeURIComponent(name)}`);
  const hand = counting();
  await hand.tap(page.getByRole("link", { name: say("lists_edit_one", { name }) }));
  await hand.tap(page.getByRole("button", { name: say("tenants_approve"), exact: true }));
  const dialog = page.getByRole("dialog");
  await hand.tap(dialog.getByRole("button", { name: say("tenants_approve"), exact: true }));
  await expect(messageOf(page, say("tenants_approved"))).toBeVisible();
  expect(hand.count.taps).toBeLessThanOrEqual(3);
});
