// Filling the cart and paying, for stories that need a purchase.
import type { APIRequestContext, Page } from "@playwright/test";
import type { components } from "../../src/api/schema.d.ts";
import { amountsOf } from "./catalogue.ts";
import { expect, type Words } from "./story.ts";

type Shop = components["schemas"]["PublicVendor"];

/** Card numbers of the sandbox. */
export const APPROVED = "4111111111111111";
export const DECLINED = "4000000000000002";
export const HELD = "4000000000009235";

interface Recipient {
  to: string;
  from: string;
  email: string;
  message: string;
}

/** Opens the form for the shop's cheapest card. */
export async function openCardForm(page: Page, shop: Shop): Promise<void> {
  await page.goto(`/shop-vendors/rayzr-card/${shop.id}/${amountsOf(shop)[0]}`);
}

/** Fills in the fields of a gift. */
export async function writeGift(page: Page, say: Words, gift: Recipient): Promise<void> {
  await page.getByRole("radio", { name: say("purchase_is_gift") }).click();
  await page.getByLabel(say("purchase_to"), { exact: true }).fill(gift.to);
  await page.getByLabel(say("purchase_from"), { exact: true }).fill(gift.from);
  await page.getByLabel(say("purchase_recipient_email")).fill(gift.email);
  await page.getByLabel(say("purchase_confirm_email")).fill(gift.email);
  await page.getByLabel(`${say("purchase_gift_message")} ${say("kit_optional")}`).fill(gift.message);
}

/** Adds the shop's cheapest card to the cart, for the buyer or as a gift. */
export async function chooseCard(page: Page, say: Words, shop: Shop, gift?: Recipient): Promise<void> {
  await openCardForm(page, shop);
  if (gift) await writeGift(page, say, gift);
  await page.getByRole("button", { name: say("purchase_add_to_cart") }).click();
  await expect(page).toHaveURL("/my-cart");
}

/** Goes from the cart to the checkout, which is a full page load. */
export async function goToCheckout(page: Page, say: Words): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.getByRole("link", { name: say("cart_checkout") }).click();
  await loaded;
  await expect(page.getByLabel(say("checkout_number"))).toBeVisible();
}

/** Number of cards in the cart: at the cart's link or, on a phone's cart page without a bottom bar, next to the total. */
export const cartOf = (page: Page, say: Words, count: string) =>
  page
    .getByRole("link", { name: say("shell_cart", { count }) })
    .filter({ visible: true })
    .or(page.getByText(say("cart_total", { count }), { exact: true }))
    .first();

export const payButton = (page: Page, say: Words) =>
  page.getByRole("button", { name: say("checkout_pay", { total: "" }).trim() });

/** Security codes of cards. The sandbox rejects the second one. */
export const CODE = "123";
export const WRONG_CODE = "901";

export async function payWith(page: Page, say: Words, cardNumber: string, code = CODE): Promise<void> {
  await page.getByLabel(say("checkout_number")).fill(cardNumber);
  await page.getByLabel(say("checkout_holder")).fill("Ann Lee");
  await page.getByLabel(say("checkout_expiry")).fill("12/2099");
  await page.getByLabel(say("checkout_code")).fill(code);
  await payButton(page, say).click();
}

/** Expects the page of a paid order. */
export async function expectPaid(page: Page, say: Words): Promise<void> {
  await expect(page.getByRole("main")).toContainText(
    `${say("checkout_success_title")} ${say("checkout_success_text")}`,
  );
}

/** Buys one card, up to the page of the paid order. */
export async function buyCard(page: Page, say: Words, shop: Shop, gift?: Recipient): Promise<void> {
  await chooseCard(page, say, shop, gift);
  await goToCheckout(page, say);
  await payWith(page, say, APPROVED);
  await expectPaid(page, say);
}

interface Mail {
  subject: string;
  text: string;
}

/** Returns the emails to a person that contain a text, newest first. */
export async function mailsTo(
  request: APIRequestContext,
  email: string,
  text: string | RegExp,
): Promise<Mail[]> {
  const fits = (mail: Mail) => (typeof text === "string" ? mail.text.includes(text) : text.test(mail.text));
  const answer = await request.get("/sandbox/mail.json", { params: { to: email }, maxRetries: 2 });
  return ((await answer.json()) as Mail[]).filter(fits);
}

/** Returns the latest email to a person that contains a text, once there is one. */
export async function mailWith(
  request: APIRequestContext,
  email: string,
  text: string | RegExp,
): Promise<Mail> {
  const find = async () => (await mailsTo(request, email, text))[0];
  await expect.poll(find, { message: `a mail to ${email} with ${text}` }).toBeDefined();
  return (await find()) ?? { subject: "", text: "" };
}

/** Returns the six-digit code of the latest email with one in its subject. Other emails may contain digits in a link. */
export async function mailedDigits(request: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    const answer = await request.get("/sandbox/mail.json", { params: { to: email }, maxRetries: 2 });
    const subjects = ((await answer.json()) as Mail[]).map(({ subject }) => /\d{6}/.exec(subject)?.[0]);
    return subjects.find((digits) => digits !== undefined);
  };
  await expect.poll(find, { message: `a mail to ${email} with six digits` }).toBeDefined();
  return (await find()) ?? "";
}
