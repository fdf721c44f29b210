// Steps that several stories of visitors share.
import { amountsOf } from "./catalogue.ts";
import type { shopsOnShow } from "./catalogue.ts";
import type { Person } from "./people.ts";
import { APPROVED, CODE } from "./shopping.ts";
import type { Words } from "./story.ts";
import type { Visitor } from "./visitor.ts";

type Shop = Awaited<ReturnType<typeof shopsOnShow>>[number];

/** Signs in on the current page. */
export async function signInHere(visitor: Visitor, say: Words, { email, password }: Person): Promise<void> {
  const main = visitor.within("main");
  await main.fill(say("field_email"), email);
  await main.fill(say("account_password"), password);
  await main.click("button", say("account_sign_in"));
}

/** Signs in and continues at a path. */
export async function signIn(visitor: Visitor, say: Words, person: Person, path: string): Promise<void> {
  await visitor.goto(`/signin?redirect-url=${encodeURIComponent(path)}`);
  await signInHere(visitor, say, person);
  await visitor.isAt(new RegExp(`^${path.replaceAll("?", String.raw`\?`)}$`));
}

/** Path of the form for the shop's cheapest card. */
export const cardForm = (shop: Shop) => `/shop-vendors/rayzr-card/${shop.id}/${amountsOf(shop)[0]}`;

/** Goes from the cart to the checkout and pays. */
export async function checkOut(visitor: Visitor, say: Words): Promise<void> {
  await visitor.click("link", say("cart_checkout"));
  await visitor.fill(say("checkout_number"), APPROVED);
  await visitor.fill(say("checkout_holder"), "Ann Lee");
  await visitor.fill(say("checkout_expiry"), "12/2099");
  await visitor.fill(say("checkout_code"), CODE);
  await visitor.click("button", new RegExp(`^${say("checkout_pay", { total: "" }).trim()}`));
  await visitor.read(say("checkout_success_text"));
}

/** Matches "$12.50" or "12,50 $", with any kind of space. */
export const money = (dollars: number) =>
  new RegExp(String.raw`\b${dollars.toFixed(2).replace(".", "[.,]")}`);
