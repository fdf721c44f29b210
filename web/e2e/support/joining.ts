// How a shopper joins: the form, up to the mail that asks to confirm.
import type { Page } from "@playwright/test";
import { newAddress } from "./people.ts";
import { expect, type Words } from "./story.ts";

export const PASSWORD = "three words together";

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Fills in the customer's form, all of it but the box. */
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

export const registerButton = (page: Page, say: Words) =>
  page.getByRole("main").getByRole("button", { name: say("account_register"), exact: true });

/** Joins, up to the mail that asks to confirm. */
export async function join(page: Page, say: Words): Promise<string> {
  const email = newAddress("ann");
  await page.goto("/register");
  await fillIn(page, say, email);
  await page.getByRole("checkbox").check();
  await expect(registerButton(page, say)).toBeEnabled();
  await registerButton(page, say).click();
  await expect(page).toHaveURL(/\/register-success$/);
  return email;
}
