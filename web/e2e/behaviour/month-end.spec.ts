// The month end of an accountant: the bank's statement is imported and matched, a month is closed with its checklist and
// package, and two people reopen it.
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { dayFromToday } from "../support/days.ts";
import { openSession } from "../support/openSession.ts";
import { demo, headersOf } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

// Payouts of all payees are paid, so these stories have a server of their own.
test.use({ serverSettings: {} });

const FEE = "MONTHLY GATEWAY FEE";
/** An accountant presses no more than this from the checklist to the reopened month. */
const MAX_PRESSES = 8;
/** Time of the whole month end for a person, in milliseconds. */
const TEN_MINUTES = 10 * 60 * 1000;

test("an accountant imports the bank's statement and matches its lines", async ({ page, say }) => {
  await openSession(page, demo("admin@demo.test"));
  /** Returns the fees of the month in cents: the amount beside the one at its start. */
  const fees = async () => {
    const row = page.getByRole("row").filter({ hasText: say("books_account_gateway_fees") });
    const amount = row.getByRole("cell").filter({ hasText: "$" }).nth(1);
    return Number(((await amount.textContent()) ?? "").replaceAll(/\D/g, ""));
  };
  await page.goto("/admin/books");
  const before = await fees();
  await page.goto("/admin/books/bank");
  await expect(page.getByRole("heading", { level: 1, name: say("bank_title") })).toBeVisible();
  await expect(page.getByText(say("bank_no_fees"))).toBeVisible();
  await page.getByRole("button", { name: say("bank_import"), exact: true }).click();
  const importing = page.getByRole("dialog");
  await expectOpenToEverybody(page);
  const day = dayFromToday(0);
  const rows = [`${day},${FEE},-15.00`, `${day},INTEREST,0.12`];
  await importing.locator("input[type=file]").setInputFiles({
    name: "bank.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["Date,Description,Amount", ...rows].join("\n")),
  });
  await expect(importing.getByText("bank.csv")).toBeVisible();
  await importing.getByRole("button", { name: say("bank_import_short"), exact: true }).click();
  await expect(page.getByText(say("bank_import_done", { count: "2", all: "2" }))).toBeVisible();

  const open = page.getByRole("table", { name: say("bank_to_match"), exact: true });
  await open.getByRole("row").filter({ hasText: FEE }).getByRole("button").last().click();
  const matching = page.getByRole("dialog");
  await matching.getByLabel(say("bank_meaning")).selectOption("FEE");
  await expectOpenToEverybody(page);
  await matching.getByRole("button", { name: say("bank_match"), exact: true }).click();
  await expect(open.getByRole("row").filter({ hasText: FEE })).toHaveCount(0);
  await expect(open.getByRole("row").filter({ hasText: "INTEREST" })).toHaveCount(1);
  await page.getByRole("button", { name: say("bank_matched_lines"), exact: true }).click();
  const matched = page.getByRole("table", { name: say("bank_matched_lines"), exact: true });
  await expect(matched.getByRole("row").filter({ hasText: FEE })).toContainText(say("bank_is_fee"));
  await expectNothingBesideTheScreen(page);

  await page.goto("/admin/books");
  await expect.poll(fees).toBe(before + 1500);
});

test("an accountant closes a month with its package, and two people reopen it", async ({ page, say }) => {
  const began = Date.now();
  let presses = 0;
  const press = async (button: Locator) => {
    presses += 1;
    await button.click();
  };
  await openSession(page, demo("admin@demo.test"));
  await page.goto("/admin/books/months");
  const dialog = page.getByRole("dialog");
  const button = (name: string) => page.getByRole("button", { name });
  await press(button(say("books_close_one", { month: "" }).trim()));
  const checks = dialog.getByRole("list", { name: say("books_checklist") }).getByRole("listitem");
  await expect(checks).toHaveText(Array.from({ length: 8 }, () => new RegExp(say("books_check_done"))));
  await expectOpenToEverybody(page);
  await press(dialog.getByRole("button", { name: say("books_close"), exact: true }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(say("books_is_closed"), { exact: true })).toHaveCount(1);

  const closed = page.getByRole("row").filter({ hasText: say("books_is_closed") });
  const saved = page.waitForEvent("download");
  await press(closed.getByRole("button", { name: /\(ZIP\)/ }));
  const file = await saved;
  const month = /^books-(\d{4}-\d{2})\.zip$/.exec(file.suggestedFilename())?.[1] ?? "";
  const packed = unzipSync(new Uint8Array(await readFile(await file.path())));
  const files = ["trial-balance", "journal", "outstanding", "deposits", "taxes"];
  expect(Object.keys(packed)).toEqual(expect.arrayContaining(files.map((name) => `${name}-${month}.csv`)));
  const deposits = strFromU8(packed[`deposits-${month}.csv`] ?? new Uint8Array());
  expect(deposits.trim().split("\n").length).toBeGreaterThan(1);

  await press(closed.getByRole("button", { name: say("books_reopen_one", { month: "" }).trim() }));
  await dialog.getByLabel(say("books_reason")).fill("A fee was forgotten");
  await expectOpenToEverybody(page);
  await press(dialog.getByRole("button", { name: say("books_reopen_ask"), exact: true }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("A fee was forgotten")).toBeVisible();
  // A second person reopens, never the person who asked.
  const reopen = button(say("books_reopen")).and(page.locator(":not([aria-haspopup])"));
  await expect(reopen).toBeDisabled();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openSession(page, demo("super@demo.test"));
  await page.goto("/admin/books/months");
  await expect(page.getByText("A fee was forgotten")).toBeVisible();
  await press(reopen);
  await expect(page.getByText(say("books_is_closed"), { exact: true })).toHaveCount(0);
  await expectNothingBesideTheScreen(page);
  expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
  expect(Date.now() - began).toBeLessThan(TEN_MINUTES);
});

test("a treasurer is told that her cause was paid", async ({ page, say, request }) => {
  const headers = (email: string) => headersOf(request, demo(email));
  const [admin, second] = [await headers("admin@demo.test"), await headers("super@demo.test")];
  const treasurer = "manager@charity-a.test";
  const made = await request.post("/api/v1/Payouts", {
    headers: admin,
    data: { lastDay: dayFromToday(-1) },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const listed = async (who: Record<string, string>, state: string) => {
    const answer = await request.get("/api/v1/Payouts", { headers: who, params: { state, pageSize: 100 } });
    return ((await answer.json()) as { items: { id: string; tenantKind: string }[] }).items;
  };
  const put = async (path: string, data: object) => {
    const answer = await request.put(`/api/v1/Payouts/${path}`, { headers: second, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const drafts = await listed(admin, "DRAFT");
  const ofCauses = drafts.filter(({ tenantKind }) => tenantKind === "CHARITY");
  await Promise.all(ofCauses.map(async ({ id }) => await put(`${id}/approved`, {})));
  const [own] = await listed(await headers(treasurer), "APPROVED");
  await put(`${own?.id ?? ""}/paid`, { reference: "R-2026-1" });

  const mailed = async () => {
    const answer = await request.get("/sandbox/mail.json", { params: { to: treasurer }, maxRetries: 2 });
    return ((await answer.json()) as { subject: string }[]).map(({ subject }) => subject).join("\n");
  };
  await expect.poll(mailed).toMatch(/was paid to|Versement effectué à/);
  await openSession(page, demo(treasurer));
  await page.goto("/admin/charity/payouts");
  await expect(page.getByText("R-2026-1").first()).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /unread|\blus?$/ })
    .click();
  const told = say("bell_payout_paid", { amount: "27" }).replace("27", String.raw`.*27.*`);
  await expect(page.getByText(new RegExp(told)).first()).toBeVisible();
});
