// People of stories: those of the demo data, and new ones that a story has for itself.
import type { APIRequestContext, Page } from "@playwright/test";
import type { BrandKey } from "../../scripts/brands.ts";
import { expect, type Words } from "./story.ts";

/** The field for where somebody works: RayZR has no causes. */
export function tenantLabel(say: Words, brand: BrandKey): string {
  return brand === "rayzr" ? say("users_assign_vendor") : say("users_tenant");
}

export const DEMO_PASSWORD = "demo-password-1";

export interface Person {
  email: string;
  password: string;
}

export const demo = (email: string): Person => ({ email, password: DEMO_PASSWORD });

/** Makes an email address that no other story uses. */
export function newAddress(name: string): string {
  return `${name}.${crypto.randomUUID().slice(0, 8)}@story.test`;
}

/** Signs in with the form on the screen, and waits until the next page opens. */
export async function signInHere(page: Page, say: Words, { email, password }: Person): Promise<void> {
  // A dialog that led here has a field for an address, too, for as long as it closes.
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

/** Headers that authenticate a person's calls. */
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

/** Waits for an email to an address, and returns the link in the newest. */
export async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    // A connection that was kept open may be closed just then.
    const answer = await request.get("/sandbox/mail.json", { params: { to: email }, maxRetries: 2 });
    const mails = await answer.json();
    return /http\S+\/api\/v1\/Accounts\/links\/\S+/.exec((mails as { text: string }[])[0]?.text ?? "")?.[0];
  };
  await expect.poll(find, { message: `a mail to ${email}` }).toBeDefined();
  return (await find()) ?? "";
}

/** Returns the page of ours to which the link in the newest email leads. */
export async function mailedPage(request: APIRequestContext, email: string): Promise<URL> {
  const { pathname } = new URL(await mailedLink(request, email));
  const answer = await request.get(pathname, { maxRedirects: 0 });
  return new URL(answer.headers()["location"] ?? "", answer.url());
}

/** Offers a role to a person, by mail. */
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

/** Invites a colleague, and returns the page to which the link of the invitation leads. */
export async function invited(
  request: APIRequestContext,
  invitation: Invitation,
  returnUrl: string,
): Promise<string> {
  const email = newAddress(invitation.firstName.toLowerCase());
  await offer(request, email, invitation, { returnUrl });
  return email;
}

/** Invites a colleague, accepts the invitation and chooses a password. */
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
