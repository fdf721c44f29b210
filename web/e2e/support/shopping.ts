// How a shopper fills the cart and pays: what the stories about money begin with.
import type { APIRequestContext, Page } from "@playwright/test";
import type { components } from "../../src/api/schema.d.ts";
import { amountsOf } from "./catalogue.ts";
import { expect, type Words } from "./story.ts";

type Shop = components["schemas"]["PublicVendor"];

/** The sandbox's cards. */
export const APPROVED = "4111111111111111";
export const DECLINED = "4000000000000002";
export const HELD = "4000000000009235";

interface Recipient {
  to: string;
  from: string;
  email: string;
  message: string;
}

/** Puts the shop's cheapest card into the cart, for the buyer or as a gift. */
export async function chooseCard(page: Page, say: Words, shop: Shop, gift?: Recipient): Promise<void> {
  await page.goto(`/shop-vendors/rayzr-card/${shop.id}/${amountsOf(shop)[0]}`);
  if (gift) {
    await page.getByRole("radio", { name: say("purchase_is_gift") }).click();
    await page.getByLabel(say("purchase_to"), { exact: true }).fill(gift.to);
    await page.getByLabel(say("purchase_from"), { exact: true }).fill(gift.from);
    await page.getByLabel(say("purchase_recipient_email")).fill(gift.email);
    await page.getByLabel(say("purchase_confirm_email")).fill(gift.email);
    await page.getByLabel(`${say("purchase_gift_message")} ${say("kit_optional")}`).fill(gift.message);
  }
  await page.getByRole("button", { name: say("purchase_add_to_cart") }).click();
  await expect(page).toHaveURL("/my-cart");
}

/** From the cart to the page with the card's fields, which is loaded afresh. */
export async function goToCheckout(page: Page, say: Words): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.getByRole("link", { name: say("cart_checkout") }).click();
  await loaded;
  await expect(page.getByLabel(say("checkout_number"))).toBeVisible();
}

/** How full the cart is: beside its link, and on the cart's own page on a phone, which has no tabs, beside its total. */
export const cartOf = (page: Page, say: Words, count: string) =>
  page
    .getByRole("link", { name: say("shell_cart", { count }) })
    .filter({ visible: true })
    .or(page.getByText(say("cart_total", { count }), { exact: true }))
    .first();

export const payButton = (page: Page, say: Words) =>
  page.getByRole("button", { name: say("checkout_pay", { total: "" }).trim() });

/** Security codes of payment cards; the sandbox reports the second one as wrong. */
export const CODE = "123";
export const WRONG_CODE = "901";

export async function payWith(page: Page, say: Words, cardNumber: string, code = CODE): Promise<void> {
  await page.getByLabel(say("checkout_number")).fill(cardNumber);
  await page.getByLabel(say("checkout_holder")).fill("Ann Lee");
  await page.getByLabel(say("checkout_month")).fill("12");
  await page.getByLabel(say("checkout_year")).fill("2099");
  await page.getByLabel(say("checkout_code")).fill(code);
  await payButton(page, say).click();
}

/** The page of an order that was paid. */
export async function expectPaid(page: Page, say: Words): Promise<void> {
  await expect(page.getByRole("main")).toContainText(
    `${say("checkout_success_title")} ${say("checkout_success_text")}`,
  );
}

/** Buys one card, and is where one sees it. */
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

/** The mails to somebody in which there is such a text, the newest first. */
export async function mailsTo(
  request: APIRequestContext,
  email: string,
  text: string | RegExp,
): Promise<Mail[]> {
  const fits = (mail: Mail) => (typeof text === "string" ? mail.text.includes(text) : text.test(mail.text));
  const answer = await request.get("/sandbox/mail.json", { params: { to: email }, maxRetries: 2 });
  return ((await answer.json()) as Mail[]).filter(fits);
}

/** The newest mail to somebody in which there is such a text, once there is one. */
export async function mailWith(
  request: APIRequestContext,
  email: string,
  text: string | RegExp,
): Promise<Mail> {
  const find = async () => (await mailsTo(request, email, text))[0];
  await expect.poll(find, { message: `a mail to ${email} with ${text}` }).toBeDefined();
  return (await find()) ?? { subject: "", text: "" };
}

/** The six digits of the newest mail that has them in its subject: other mails may have some in a link. */
export async function mailedDigits(request: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    const answer = await request.get("/sandbox/mail.json", { params: { to: email }, maxRetries: 2 });
    const subjects = ((await answer.json()) as Mail[]).map(({ subject }) => /\d{6}/.exec(subject)?.[0]);
    return subjects.find((digits) => digits !== undefined);
  };
  await expect.poll(find, { message: `a mail to ${email} with six digits` }).toBeDefined();
  return (await find()) ?? "";
}
