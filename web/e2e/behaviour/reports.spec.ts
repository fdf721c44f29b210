// Reports for each role: shown sums add up, filters stay in the address, and files contain the server's figures.
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import readWorkbook from "read-excel-file/node";
import type { components } from "../../src/api/schema.d.ts";
import { openSession } from "../support/openSession.ts";
import { demo, headersOf, signIn } from "../support/people.ts";
import { choose } from "../support/rows.ts";
import { expect, test, type Words } from "../support/story.ts";

/** Parses "$1,234.50" or "1 234,50 $" to cents. */
function centsOf(text: string): number {
  const isNegative = /[-−]/.test(text);
  const digits = text.replaceAll(/\D/g, "");
  return (isNegative ? -1 : 1) * Number(digits);
}

/**
 * Expects that in each line of sums the last amount is the result of the others. Returns net sales: the result of the first
 * of three lines, and the first amount of fewer lines.
 */
async function expectEquationsToClose(page: Page, count: number): Promise<number> {
  const lines = page.getByRole("main").locator("dl");
  await expect(lines).toHaveCount(count);
  await expect(lines.first().getByRole("definition").first()).toHaveText(/\d/);
  let first = 0;
  for (const line of await lines.all()) {
    const terms = await line.getByRole("term").allTextContents();
    // The earlier period's amount is below each amount.
    const amounts = (await line.locator("dd > span:first-child").allTextContents()).map(centsOf);
    const result = amounts.pop();
    const signs = terms.map((term) => (term.startsWith("−") ? -1 : 1));
    const made = amounts.reduce((sum, amount, at) => sum + (signs[at] ?? 1) * amount, 0);
    expect(made, terms.join(" ")).toBe(result);
    first ||= (count > 2 ? result : amounts[0]) ?? 0;
  }
  return first;
}

/** Message keys of the transaction kinds. */
const kindNames: Record<components["schemas"]["VendorTransaction"]["kind"], string> = {
  SOLD: "reports_kind_sold",
  TAKEN_OVER: "reports_kind_taken_over",
  HANDED_OVER: "reports_kind_handed_over",
  REDEEMED: "reports_kind_redeemed",
  CASHED_OUT: "reports_kind_cashed_out",
  UNDONE: "reports_kind_undone",
  CANCELLED: "reports_kind_cancelled",
  FROZEN: "reports_kind_frozen",
  UNFROZEN: "reports_kind_unfrozen",
};

/** Saves a file from the page's menu and returns it. */
async function save(page: Page, say: Words, kind: Parameters<Words>[0]): Promise<Download> {
  await page.getByRole("button", { name: say("reports_download"), exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: say(kind), exact: true }).click();
  return waiting;
}

async function expectReport(page: Page, say: Words, path: string, equations: number) {
  await page.goto(path);
  // The demo has sales within three months; the current year may be too young.
  const ofThisYear = page.waitForResponse((answer) => /\/Report\/.*startDate=\d{4}-01-01/.test(answer.url()));
  await page.getByRole("button", { name: say("reports_this_year"), exact: true }).click();
  await expect(page).toHaveURL(/startDate=\d{4}-01-01&endDate=\d{4}-12-31/);
  await ofThisYear;
  // The old figures stay, faded, until the new ones have loaded.
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
  const sold = await expectEquationsToClose(page, equations);
  const details = page.getByRole("table", { name: say("reports_details") });
  await expect(details.getByRole("row").last()).toContainText(say("reports_total"));
  return sold;
}

test("figures fade while the range of days is invalid", async ({ page, say }) => {
  await openSession(page, demo("manager@vendor-b.test"));
  await page.goto("/admin/vendor/summary");
  const figures = page.locator(".figures");
  await expect(figures.getByRole("definition").first()).toHaveText(/\d/);
  await expect(figures).toHaveCSS("opacity", "1");
  await page.getByLabel(say("field_end_date")).fill("2020-01-01");
  await expect(figures).toHaveCSS("opacity", "0.5");
});

test("a vendor's manager reads the report of the shop, and downloads it", async ({
  page,
  request,
  say,
  brand,
}) => {
  // RayZR shows no causes.
  const columns = brand === "funray" ? 10 : 8;
  // Other stories buy from the first shop, which would change its figures during the comparison.
  const manager = demo("manager@vendor-b.test");
  await openSession(page, manager);
  const sold = await expectReport(page, say, "/admin/vendor/reporting", 3);
  const year = new URL(page.url()).search;
  const answer = await request.get(`/api/v1/Report/vendor${year}`, {
    headers: await headersOf(request, manager),
  });
  const report = (await answer.json()) as components["schemas"]["VendorReport"];
  expect(Math.round(report.totalPurchasedAmount * 100)).toBe(sold);
  const rows = report.transactions.map((row) =>
    [
      say(kindNames[row.kind]),
      row.cardNumber,
      row.purchased,
      row.redemption,
      row.balance,
      row.actualRevenue,
      row.clerk,
      row.till,
      row.chairtyRate ?? null,
      row.charitySponsor ?? null,
    ].slice(0, columns),
  );
  const { totalPurchasedAmount, totalRedemption, actualRevenue } = report;
  const none = [null, null, null, null];
  const sums = [null, null, totalPurchasedAmount, totalRedemption, null, actualRevenue, ...none].slice(
    0,
    columns,
  );

  const csv = await save(page, say, "reports_as_csv");
  expect(csv.suggestedFilename()).toMatch(/^vendor-report-\d{4}-01-01-\d{4}-12-31\.csv$/);
  const [, ...lines] = parse(await readFile(await csv.path()), { bom: true });
  // In CSV all values are text, missing values are empty, and there are no rows of totals.
  const read = lines.map((line) =>
    line.slice(1).map((value, place) => {
      const isText = [0, 1, 6, 7, 9].includes(place);
      return value === "" ? null : isText ? value : Number(value);
    }),
  );
  expect(read).toEqual(rows);

  const workbook = await save(page, say, "reports_as_xlsx");
  expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/);
  const [, details] = await readWorkbook(await readFile(await workbook.path()));
  expect(details?.data.slice(1).map(([, ...rest]) => rest)).toEqual([...rows, sums]);

  const pdf = await save(page, say, "reports_as_letter");
  expect(pdf.suggestedFilename()).toMatch(/\.pdf$/);
  expect((await readFile(await pdf.path(), "latin1")).startsWith("%PDF-")).toBe(true);
});

test("a charity's manager reads what was raised, by campaign", async ({ page, say }) => {
  await openSession(page, demo("manager@charity-a.test"));
  const all = await expectReport(page, say, "/admin/charity/reporting", 1);
  const campaigns = page.getByLabel(say("reports_campaign"), { exact: true });
  await expect(campaigns.getByRole("option").first()).toHaveText(say("reports_all_campaigns"));
  await expect(campaigns.getByRole("option").nth(1)).toBeAttached();
  await campaigns.selectOption({ index: 1 });
  await expect(page).toHaveURL(/campaignId=cam_/);
  await expect(page.getByRole("table", { name: say("reports_details") })).not.toHaveAttribute(
    "aria-busy",
    "true",
  );
  expect(await expectEquationsToClose(page, 1)).toBeLessThanOrEqual(all);
});

test("an administrator reads the reports of all, and those of one", async ({ page, say, brand }) => {
  await openSession(page, demo("admin@demo.test"));
  await expectReport(page, say, "/admin/vendor-report", 3);
  // RayZR links to FunRay for reports of causes.
  const hasCauses = brand === "funray";
  if (hasCauses) await expectReport(page, say, "/admin/charity-report", 1);
  await page.goto("/admin/vendor-report");
  await page.getByRole("link", { name: say("reports_liability") }).click();
  await expectEquationsToClose(page, 1);
  for (const [list, name, equations] of [
    ["/admin/vendors", "Maple Leaf Books", 3],
    ...(hasCauses ? ([["/admin/charities", "Riverside Food Bank", 1]] as const) : []),
  ] as const) {
    await page.goto(`${list}?searchText=${encodeURIComponent(name)}`);
    const verb = list === "/admin/vendors" ? "tenants_view_as_shop" : "tenants_view_details";
    await choose(page.getByRole("row").filter({ hasText: name }).first(), say, say(verb));
    await page.getByRole("link", { name: say("reports_reporting"), exact: true }).click();
    await expect(page).toHaveURL(/\/view\/[^/]+\/reporting/);
    await expectReport(page, say, new URL(page.url()).pathname, equations);
  }
});

test("an administrator starts at the dashboard, where each figure links to its rows", async ({
  page,
  say,
}) => {
  await signIn(page, say, demo("admin@demo.test"));
  await expect(page).toHaveURL(/\/admin\/reporting$/);
  const ofTheYear = page.waitForResponse(/\/Report\/vendors\?.*startDate=\d{4}-01-01/);
  await page.getByRole("button", { name: say("reports_this_year"), exact: true }).click();
  await ofTheYear;
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
  const sold = await expectEquationsToClose(page, 3);
  await page
    .getByRole("link", { name: say("reports_sold"), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(
    /\/admin\/vendor-report\?startDate=\d{4}-01-01&endDate=\d{4}-12-31(&cardType=2)?$/,
  );
  await expect(
    page.getByRole("heading", { level: 1, name: say("reports_vendor_report"), exact: true }),
  ).toBeVisible();
  expect(await expectEquationsToClose(page, 3)).toBe(sold);
  await page.goBack();
  await page.getByText(say("reports_chart_table"), { exact: true }).click();
  const chart = say("reports_chart", { series: `${say("reports_sold")}, ${say("reports_redeemed")}` });
  const months = page.getByRole("table", { name: chart }).getByRole("row");
  await expect(months).toHaveCount(13);
  const amounts = await months.locator("td:nth-child(2)").allTextContents();
  expect(amounts.map(centsOf).reduce((sum, amount) => sum + amount, 0)).toBe(sold);
});

test("a manager gets the report by email each week, until they stop it", async ({ page, say }, {
  project,
}) => {
  // Several projects may play this story at the same time, so each uses another shop.
  const manager = demo(project.name.includes("fr") ? "manager@vendor-a.test" : "manager@vendor-b.test");
  await openSession(page, manager);
  await page.goto("/admin/vendor/reporting");
  await page.getByRole("button", { name: say("reports_by_mail"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(say("reports_by_mail_none"))).toBeVisible();
  await dialog.getByRole("button", { name: say("reports_by_mail_add"), exact: true }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  // Target of the link in the report emails.
  await page.goto("/admin/vendor/reporting?byMail=1");
  await dialog.getByRole("listitem").getByRole("button").click();
  await expect(dialog.getByText(say("reports_by_mail_none"))).toBeVisible();
});
