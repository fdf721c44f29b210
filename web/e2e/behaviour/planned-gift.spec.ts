// A gift that waits for its day, and the balance of a card for people without an account.
import { expectNothingBesideTheScreen, expectOpenToEverybody } from "../support/axe.ts";
import { buyCard } from "../support/cards.ts";
import { aShop } from "../support/catalogue.ts";
import { dayFromToday } from "../support/days.ts";
import { openSession } from "../support/openSession.ts";
import { hire, newAddress } from "../support/people.ts";
import {
  APPROVED,
  goToCheckout,
  mailsTo,
  mailWith,
  openCardForm,
  payWith,
  writeGift,
} from "../support/shopping.ts";
import { expect, messageOf, test } from "../support/story.ts";

/** Returns a day from now on, as forms take it. */

test("a gift waits for its day, which its giver changes, stops and ends by sending it", async ({
  page,
  request,
  say,
}) => {
  const giver = await hire(request, { firstName: "Gina", lastName: "Roy", role: "ADMINISTRATOR" });
  const email = newAddress("rose");
  await openSession(page, giver);
  await openCardForm(page, await aShop(request));
  await writeGift(page, say, { to: "Rose", from: "Gina", email, message: "Soon!" });
  await page.getByRole("radio", { name: say("purchase_on_a_day") }).click();
  await page.getByLabel(say("purchase_day"), { exact: true }).fill(dayFromToday(30));
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);
  await page.getByRole("button", { name: say("purchase_add_to_cart") }).click();
  await goToCheckout(page, say);
  await payWith(page, say, APPROVED);
  await expect(page.getByRole("heading", { name: say("checkout_success_planned") })).toBeVisible();
  await expectOpenToEverybody(page);

  await page.goto("/transactions");
  await page.getByRole("tab", { name: say("wallet_part_given") }).click();
  await page
    .getByRole("list", { name: say("shell_wallet") })
    .getByRole("link")
    .click();
  await expect(page.getByText(say("wallet_planned"), { exact: true })).toBeVisible();
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);

  await page.getByRole("button", { name: say("wallet_sending_change") }).click();
  const dialog = page.getByRole("dialog", { name: say("wallet_sending_change") });
  await dialog.getByLabel(say("purchase_day"), { exact: true }).fill(dayFromToday(31));
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);
  await dialog.getByRole("button", { name: say("kit_save") }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: say("wallet_sending_stop") }).click();
  await expect(page.getByText(say("wallet_stopped"), { exact: true })).toBeVisible();
  expect(await mailsTo(request, email, /./)).toEqual([]);
  await page.getByRole("button", { name: say("wallet_sending_now") }).click();
  await expect(messageOf(page, say("wallet_sent_now", { email }))).toBeVisible();
  await mailWith(request, email, /\/gift\/\w+/);
});

test("the balance of a card is shown to a guest who knows its number and the end of its code", async ({
  page,
  request,
  say,
}) => {
  const buyer = await hire(request, { firstName: "Bo", lastName: "Roy", role: "ADMINISTRATOR" });
  const card = await buyCard(request, buyer);
  await page.goto("/balance");
  await page.getByLabel(say("balance_number")).fill(card.cardNumber);
  await page.getByLabel(say("balance_end")).fill(card.code.slice(-4).toLowerCase());
  await page.getByRole("button", { name: say("balance_show") }).click();
  await expect(page.getByRole("status").filter({ hasText: /25[.,]00/ })).toBeVisible();
  await expectNothingBesideTheScreen(page);
  await expectOpenToEverybody(page);
});
