// People in stories: those of the demo data, and new ones.
import type { APIRequestContext, Page } from "@playwright/test";
import type { BrandKey } from "./brands.ts";
import { expect, type Words } from "./story.ts";

/** Returns the label of the organization field: RayZR has no causes. */
export function tenantLabel(say: Words, brand: BrandKey): string {
  return brand === "rayzr" ? say("users_assign_vendor") : say("users_tenant");
}

const DEMO_PASSWORD = "demo-password-1";

export interface Person {
  email: string;
  password: string;
}

export const demo = (email: string): Person => ({ email, password: DEMO_PASSWORD });

/** Returns an email address that no other story uses. */
export function newAddress(name: string): string {
  return `${name}.${crypto.randomUUID().slice(0, 8)}@story.test`;
}

/** Signs in on the current page and waits until it has been left. */
export async function signInHere(page: Page, say: Words, { email, password }: Person): Promise<void> {
  // While the dialog that led here closes, its address field is also on the page.
  const door = page
    .getByRole("main")
    .locator("form")
    .filter({ has: page.getByLabel(say("account_password"), { exact: true }) });
  await door.getByLabel(say("field_email"), { exact: true }).fill(email);
  await door.getByLabel(say("account_password"), { exact: true }).fill(password);
  await door.getByRole("button", { name: say("account_sign_in"), exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/signin"));
}

export async function signIn(page: Page, say: Words, person: Person): Promise<void> {
  await page.goto("/signin");
  await signInHere(page, say, person);
}

export async function tokenOf(request: APIRequestContext, { email, password }: Person): Promise<string> {
  const answer = await request.post("/api/v1/OAuth/login", { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

/** Returns the authorization header of a person. */
export async function headersOf(request: APIRequestContext, person: Person) {
  return { authorization: `Bearer ${await tokenOf(request, person)}` };
}

interface Invitation {
  firstName: string;
  lastName: string;
  role: "ADMINISTRATOR" | "MANAGER" | "EMPLOYEE";
  /** Name of the vendor or charity. */
  tenant?: string;
}

/** Returns the link in the latest email, once there is one. */
export async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    // The server may just be closing a kept-alive connection, so retry.
    const answer = await request.get("/sandbox/mail.json", { params: { to: email }, maxRetries: 2 });
    const mails = await answer.json();
    return /http\S+\/api\/v1\/Accounts\/links\/\S+/.exec((mails as { text: string }[])[0]?.text ?? "")?.[0];
  };
  await expect.poll(find, { message: `a mail to ${email}` }).toBeDefined();
  return (await find()) ?? "";
}

/** Returns the page behind the link in the latest email. */
export async function mailedPage(request: APIRequestContext, email: string): Promise<URL> {
  const { pathname } = new URL(await mailedLink(request, email));
  const answer = await request.get(pathname, { maxRedirects: 0 });
  return new URL(answer.headers()["location"] ?? "", answer.url());
}

/** Offers a role by email. */
async function offer(
  request: APIRequestContext,
  email: string,
  invitation: Invitation,
  { inviter, returnUrl }: { inviter?: Record<string, string> | undefined; returnUrl?: string } = {},
): Promise<void> {
  const { firstName, lastName, role, tenant } = invitation;
  const headers = inviter ?? (await headersOf(request, demo("super@demo.test")));
  const tenants = await request.get("/api/v1/Tenants", { headers, params: { searchText: tenant ?? "" } });
  const [found] = ((await tenants.json()) as { items: { id: string }[] }).items;
  const answer = await request.post("/api/v1/Accounts/invited", {
    headers,
    data: {
      email,
      firstName,
      lastName,
      roleId: role,
      tenantId: tenant ? found?.id : null,
      ...(returnUrl && { successReturnUrl: returnUrl }),
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Invites a person and returns the address, without accepting. The link in the email leads to `returnUrl`. */
export async function invited(
  request: APIRequestContext,
  invitation: Invitation,
  returnUrl: string,
): Promise<string> {
  const email = newAddress(invitation.firstName.toLowerCase());
  await offer(request, email, invitation, { returnUrl });
  return email;
}

/** Invites a person and accepts with a new password. */
export async function hire(
  request: APIRequestContext,
  invitation: Invitation,
  inviter?: Record<string, string>,
): Promise<Person> {
  const email = newAddress(invitation.firstName.toLowerCase());
  const person = { email, password: "a password of their own" };
  await offer(request, email, invitation, { inviter });
  const code = (await mailedPage(request, person.email)).searchParams.get("code") ?? "";
  const chosen = await request.post("/api/v1/Accounts/passworded", { params: { code }, data: person });
  expect(chosen.status(), await chosen.text()).toBe(204);
  return person;
}
