// Payout runs: all payees are drafted, approved by a second person, sent to the bank and paid together.
import type { Locator, Page } from "@playwright/test";
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { openSession } from "../support/openSession.ts";
import { demo } from "../support/people.ts";
import { expect, test, type Words } from "../support/story.ts";

// A run takes the payouts of all payees, so it has a server of its own.
test.use({ serverSettings: {} });

/** Clicks that the month's payouts may take, whatever the number of payees. */
const MAX_CLICKS = 8;

/** Returns a pattern for a message with unknown numbers and amounts. */
function patternOf(say: Words, key: string): RegExp {
  const text = say(key, { count: "2", number: "2" });
  // Names of buttons have plain spaces, and French texts no-break ones before a colon.
  const spaced = text.replaceAll(/\s/g, String.raw`\s`);
  return new RegExp(`^${spaced.replace("2", String.raw`\d+`).replaceAll(/\{\w+\}/g, ".+")}$`);
}

const chip = (page: Page, say: Words, key: string) => page.getByText(patternOf(say, key)).first();

test("two administrators pay all payees as one run in a few clicks", async ({
  page,
  anotherBrowser,
  say,
}) => {
  let clicks = 0;
  const click = async (where: Locator) => {
    clicks += 1;
    await where.click();
  };
  const button = (on: Page, key: string) => on.getByRole("button", { name: patternOf(say, key) });
  await openSession(page, demo("admin@demo.test"));
  const second = await anotherBrowser.newPage();
  await openSession(second, demo("super@demo.test"));

  await page.goto("/admin/payouts/runs");
  await click(page.getByRole("button", { name: say("payouts_prepare"), exact: true }));
  await expect(page).toHaveURL(/\/admin\/payouts\/runs\/pyr_/);
  await expect(chip(page, say, "runs_to_approve")).toBeVisible();
  // The administrator who prepared the run can't approve it.
  await expect(button(page, "runs_approve")).toBeDisabled();
  await expectOpenToEverybody(page);
  await expectNothingBesideTheScreen(page);

  await second.goto("/admin/payouts/runs");
  await click(second.getByRole("row").getByRole("link").first());
  await click(button(second, "runs_approve"));
  await expectOpenToEverybody(second);
  await click(second.getByRole("dialog").getByRole("button", { name: patternOf(say, "runs_approve") }));
  await expect(chip(second, say, "runs_to_send")).toBeVisible();

  await page.reload();
  await click(button(page, "runs_export"));
  await expect(chip(page, say, "runs_at_bank")).toBeVisible();

  await second.reload();
  await click(button(second, "payouts_file_release"));
  await click(
    second.getByRole("dialog").getByRole("button", { name: patternOf(say, "payouts_file_release") }),
  );
  await expect(second.getByRole("button", { name: say("payouts_download_list") })).toBeVisible();

  await page.reload();
  await click(button(page, "runs_file_paid"));
  const paid = page.getByRole("dialog");
  await expectOpenToEverybody(page);
  await paid.getByLabel(say("payouts_reference"), { exact: true }).fill("BATCH 1");
  await paid.getByLabel(say("payouts_reference"), { exact: true }).press("Enter");
  await expect(paid).toBeHidden();
  await expect(chip(page, say, "runs_paid")).toBeVisible();
  await expect(chip(page, say, "runs_at_bank")).toBeHidden();
  await expectNothingBesideTheScreen(page);
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
});
