// What is printed of a card is for the counter, or to be given away: no page of a web site.
import type { Locator } from "@playwright/test";
import { buyCard } from "../support/cards.ts";
import { hire, signIn } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

async function middleOf(element: Locator): Promise<number> {
  const { x, width } = (await element.boundingBox()) ?? { x: 0, width: 0 };
  return x + width / 2;
}

test("a card of the wallet is printed with its code and amount, and nothing to press or to look up", async ({
  page,
  request,
  say,
}) => {
  const holder = await hire(request, { firstName: "Paula", lastName: "Roy", role: "ADMINISTRATOR" });
  const card = await buyCard(request, holder);
  await signIn(page, say, holder);
  await page.goto(`/transactions/${card.vendorId}/${card.id}`);
  await expect(page.getByRole("table")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const ticket = page.getByRole("region", { name: say("wallet_code") });
  await expect(ticket.locator("svg, img, canvas").first()).toBeVisible();
  await expect(ticket).toContainText("25");
  expect(await middleOf(ticket.locator(".gift-card"))).toBeCloseTo(await middleOf(ticket), 0);
  for (const role of ["button", "link", "table", "banner", "contentinfo"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
});
