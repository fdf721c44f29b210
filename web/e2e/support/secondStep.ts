// Second step of the sign-in: authenticator codes and recovery codes.
import { createHmac } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { headersOf, type Person } from "./people.ts";
import { expect, type Words } from "./story.ts";

/** Returns the code that an authenticator app shows after the given number of half minutes. Each code works only once. */
export function codeOf(key: string, ahead = 0): string {
  const bits = key
    .replaceAll(/\s/g, "")
    .split("")
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const secret = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const word = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(word % 1_000_000).padStart(6, "0");
}

/** Sets up an authenticator app on the open page. Returns its key and the recovery codes. */
export async function setUpAppHere(page: Page, say: Words) {
  await page.getByRole("button", { name: say("security_app_add") }).click();
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await page.getByLabel(say("security_code")).fill(codeOf(key));
  await page.getByRole("button", { name: say("security_app_confirm") }).click();
  await expect(page.getByText(say("security_codes_shown"))).toBeVisible();
  const codes = await page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: say("security_codes_kept") }).click();
  return { key, codes };
}

export async function setUpApp(page: Page, say: Words) {
  await page.goto("/account/security");
  return setUpAppHere(page, say);
}

export async function givePassword(page: Page, say: Words, { email, password }: Person): Promise<void> {
  await page.goto("/signin");
  await page.getByLabel(say("field_email"), { exact: true }).fill(email);
  await page.getByLabel(say("account_password"), { exact: true }).fill(password);
  await page
    .getByRole("main")
    .getByRole("button", { name: say("account_sign_in"), exact: true })
    .click();
  await expect(page.getByRole("heading", { name: say("security_step_title") })).toBeVisible();
}

export async function giveCode(page: Page, say: Words, code: string): Promise<void> {
  await page.getByLabel(say("security_step_code")).fill(code);
  await page.getByRole("button", { name: say("security_step_go"), exact: true }).click();
}

/** Enrols an authenticator app through the API. Returns new authorization headers. */
export async function enrol(request: APIRequestContext, person: Person) {
  const headers = await headersOf(request, person);
  const path = "/api/v1/Accounts/me/authenticator-app";
  const begun = await request.post(path, { headers });
  expect(begun.status(), await begun.text()).toBe(200);
  const { secret } = (await begun.json()) as { secret: string };
  const confirmed = await request.put(path, { headers, data: { code: codeOf(secret) } });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  return { headers, codes: recoveryCodes };
}
