// A card that is reported stolen: one super administrator freezes it, another one reactivates it.
import { buyCard } from "../support/cards.ts";
import { openSession } from "../support/openSession.ts";
import { demo, hire } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

const SHOPPER = { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" } as const;

test("a super administrator freezes a card, and a second one has to unfreeze it", async ({
  page,
  request,
  say,
}) => {
  const card = await buyCard(request, await hire(request, SHOPPER));
  await openSession(page, demo("super@demo.test"));
  await page.goto(`/admin/vendors/view/${card.vendorId}/cards-transaction/${card.id}`);
  const actions = page.getByRole("button", { name: say("cases_actions") });
  await actions.click();
  await page.getByRole("button", { name: say("lists_deactivate"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("counter_reason")).fill("reported as stolen");
  await dialog.getByRole("button", { name: say("counter_deactivate_confirm") }).click();
  await expect(dialog).toBeHidden();
  const balance = page.getByRole("group", { name: say("counter_current_balance") });
  await expect(balance).toContainText(say("counter_deactivated"));
  await expect(balance).toContainText("reported as stolen");
  await expect(page.getByRole("button", { name: say("counter_redeem"), exact: true })).toHaveCount(0);
  await actions.click();
  await expect(page.getByRole("button", { name: say("counter_reactivate"), exact: true })).toBeDisabled();
  await expect(page.getByText(say("error_same_person"))).toBeVisible();
});
