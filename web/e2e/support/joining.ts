// Registration of shoppers, up to the confirmation email.
import type { APIRequestContext, Page } from "@playwright/test";
import { mailedLink, newAddress } from "./people.ts";
import { expect, type Words } from "./story.ts";

export const PASSWORD = "three words together";

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Fills in the registration form of a shopper, except for the checkbox. */
export async function fillIn(page: Page, say: Words, email: string, password = PASSWORD): Promise<void> {
  const values = {
    field_first_name: "Ann",
    field_last_name: "Lee",
    field_email: email,
    field_address: "1 Main Street",
    field_city: "Ottawa",
    field_province: "Ontario",
    field_postal_code: "k1p 1j1",
    account_password: password,
    account_confirm_password: password,
  };
  for (const [key, value] of Object.entries(values)) await field(page, say(key)).fill(value);
}

/** Returns form values of an organization and its contact person, by field. */
export const organizationValues = (name: string, email: string) => ({
  field_legal_name: name,
  field_business_number: "123456789",
  field_address_line1: "1 Main Street",
  field_city: "Ottawa",
  field_province: "Ontario",
  field_postal_code: "K1P 1J1",
  field_first_name: "Cora",
  field_last_name: "Ner",
  field_email: email,
  field_work_phone: "613 555-0100",
  field_mobile_phone: "+1 613 555 0101",
});

/** The checkbox of the terms: the last one, below those of a shop's amounts. */
export const agreeBox = (page: Page) => page.getByRole("checkbox").last();

export const registerButton = (page: Page, say: Words) =>
  page.getByRole("main").getByRole("button", { name: say("account_register"), exact: true });

/** Registers with the form on the screen, up to the confirmation email. */
export async function joinHere(page: Page, say: Words): Promise<string> {
  const email = newAddress("ann");
  await fillIn(page, say, email);
  await page.getByRole("checkbox").check();
  await expect(registerButton(page, say)).toBeEnabled();
  await registerButton(page, say).click();
  await expect(page).toHaveURL(/\/register-success$/);
  return email;
}

export async function join(page: Page, say: Words): Promise<string> {
  await page.goto("/register");
  return joinHere(page, say);
}

/** Opens the link in the latest email and confirms the address there. */
export async function confirm(
  page: Page,
  request: APIRequestContext,
  say: Words,
  email: string,
): Promise<void> {
  await page.goto(await mailedLink(request, email));
  await expect(page).toHaveURL(/\/confirm-email\?code=/);
  await field(page, say("account_password")).fill(PASSWORD);
  await page
    .getByRole("main")
    .getByRole("button", { name: say("account_confirm_submit") })
    .click();
  await expect(page).toHaveURL(/\/register-confirmation\?.*email=/);
}

export async function goOnFromMail(page: Page, say: Words): Promise<void> {
  await page.getByRole("link", { name: say("account_continue") }).click();
  await expect(page).toHaveURL("/my-cart");
}
