// All pages of the portal for each role: its own workplace, those of others, and pages of single records.
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNothingBesideTheScreen } from "../support/axe.ts";
import { demo, headersOf, signIn } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

interface Listed {
  id: string;
  userRoleId: string;
  email: string;
}

/** Returns the records of a list that a user can see. */
async function listed(request: APIRequestContext, email: string, path: string): Promise<Listed[]> {
  const answer = await request.get(`/api/v1/${path}`, { headers: await headersOf(request, demo(email)) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { items: Listed[] }).items;
}

async function firstId(request: APIRequestContext, email: string, path: string): Promise<string> {
  const [first] = await listed(request, email, path);
  if (!first) throw new Error(`${path} is empty`);
  return first.id;
}

/** Returns a colleague of the user. */
async function aColleague(request: APIRequestContext, reader: string, query: string): Promise<string> {
  // Other stories add people to the same shop, so search for a known one.
  const people = await listed(request, reader, `Accounts?${query}searchText=employee%40vendor-a`);
  const other = people.find(({ email }) => email === "employee@vendor-a.test");
  if (!other) throw new Error(`nobody works with ${reader}`);
  return `${other.id}?userRoleId=${other.userRoleId}`;
}

async function visit(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      // If a sheet is open over its list, check the sheet's heading.
      await expect(page.locator("h1, dialog[open] h2").last()).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      expect(new URL(page.url()).pathname, "nobody is led elsewhere").toBe(path.split("?")[0]);
      await expectNothingBesideTheScreen(page);
    });
  }
}

const withBase = (base: string, paths: readonly string[]) => paths.map((path) => `${base}/${path}`);

function vendorPages(base: string, { card, colleague }: { card: string; colleague: string }) {
  const pages = ["summary", "information", "cards-transaction", `cards-transaction/${card}`, "reporting"];
  return withBase(base, [...pages, "users", "users/add", `users/${colleague}`]);
}

function charityPages(base: string, campaign: string) {
  return withBase(base, ["information", "campaigns", "campaigns/add", `campaigns/${campaign}`, "reporting"]);
}

test.describe("every page of the portal", () => {
  test.slow();

  test("opens for an administrator, at a shop and a cause, too", async ({ page, request, say }) => {
    const reader = "admin@demo.test";
    const vendor = await firstId(request, reader, "Vendors?searchText=Maple%20Leaf");
    const charity = await firstId(request, reader, "Charities?searchText=Riverside");
    const card = await firstId(request, reader, `Cards?tenantId=${vendor}`);
    const campaign = await firstId(request, reader, `Charities/campaigns?charityId=${charity}`);
    const colleague = await aColleague(request, reader, `tenantId=${vendor}&`);
    await signIn(page, say, demo(reader));
    await visit(page, [
      "/admin/reporting",
      "/admin/users",
      "/admin/users/add",
      `/admin/users/${colleague}`,
      "/admin/vendors",
      "/admin/vendors/add",
      `/admin/vendors/${vendor}`,
      "/admin/vendor-report",
      ...vendorPages(`/admin/vendors/view/${vendor}`, { card, colleague }),
      "/admin/charities",
      "/admin/charities/add",
      `/admin/charities/${charity}`,
      "/admin/charity-report",
      ...charityPages(`/admin/charities/view/${charity}`, campaign),
    ]);
  });

  test("opens for a super administrator", async ({ page, request, say }) => {
    const reader = "super@demo.test";
    const region = await firstId(request, reader, "Regions");
    const organization = await firstId(request, reader, "Organizations");
    await signIn(page, say, demo(reader));
    await visit(page, [
      "/admin/regions",
      "/admin/regions/add",
      `/admin/regions/edit/${region}`,
      "/admin/organization",
      "/admin/organization/add",
      `/admin/organization/detail/${organization}`,
    ]);
  });

  test("opens for managers of a shop or a cause", async ({ page, anotherBrowser, request, say }) => {
    const [shop, cause] = ["manager@vendor-a.test", "manager@charity-a.test"] as const;
    const card = await firstId(request, shop, "Cards");
    const colleague = await aColleague(request, shop, "");
    await signIn(page, say, demo(shop));
    await visit(page, vendorPages("/admin/vendor", { card, colleague }));

    const campaign = await firstId(request, cause, "Charities/campaigns");
    const other = await anotherBrowser.newPage();
    await signIn(other, say, demo(cause));
    await visit(other, charityPages("/admin/charity", campaign));
  });
});
