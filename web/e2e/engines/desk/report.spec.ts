// A shop's report: the range of days, and sums that add up. Files are checked in Chromium only: WebDriver and Firefox's BiDi tell
// nothing about downloads.
import type { components } from "../../../src/api/schema.d.ts";
import { demo, headersOf } from "../../support/people.ts";
import { expect, test } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";

/** Returns terms and amounts of each line of sums. */
const readLines = () =>
  [...document.querySelectorAll("main dl")].map((line) => ({
    terms: [...line.querySelectorAll("dt")].map(({ textContent }) => textContent ?? ""),
    // The earlier period's amount is below each amount.
    amounts: [...line.querySelectorAll("dd > span:first-child")].map(({ textContent }) => textContent ?? ""),
  }));

/** Parses "$1,234.50" or "1 234,50 $" to cents. */
const centsOf = (text: string) => (/[-−]/.test(text) ? -1 : 1) * Number(text.replaceAll(/\D/g, ""));

/** Expects that in each line the last amount is the result of the others. */
function expectSumsToAddUp(lines: ReturnType<typeof readLines>): void {
  expect(lines).toHaveLength(3);
  for (const { terms, amounts } of lines) {
    const cents = amounts.map(centsOf);
    const result = cents.pop();
    const sum = cents.reduce((made, one, at) => made + (terms[at]?.startsWith("−") ? -one : one), 0);
    expect(sum, terms.join(" ")).toBe(result);
  }
}

test("a vendor's manager reads the shop's report of this year", async ({ visitor, request, say }) => {
  const manager = demo("manager@vendor-b.test");
  await signIn(visitor, say, manager, "/admin/vendor/reporting");
  await visitor.click("button", say("reports_this_year"));
  await visitor.isAt(/startDate=\d{4}-01-01&endDate=\d{4}-12-31/);
  const query = await visitor.run(() => location.search);
  const answer = await request.get(`/api/v1/Report/vendor${query}`, {
    headers: await headersOf(request, manager),
  });
  const { totalPurchasedAmount } = (await answer.json()) as components["schemas"]["VendorReport"];
  await visitor.within("table", say("reports_details")).read(say("reports_total"));
  await visitor.waitFor(() => document.querySelector("main [aria-busy=true]") === null);
  const lines = await visitor.run(readLines);
  expectSumsToAddUp(lines);
  expect(centsOf(lines[1]?.amounts[0] ?? "")).toBe(Math.round(totalPurchasedAmount * 100));
});
