// Printed cards, for use at the counter or as a gift: nothing else of the page is printed.
import type { Locator } from "@playwright/test";
import { buyCard } from "../support/cards.ts";
import { openSession } from "../support/openSession.ts";
import { hire } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

/** Returns elements with large backgrounds that are not white and would cost ink. */
function inkedGrounds(): string[] {
  return [...document.querySelectorAll("html, body, body *:not(.gift-card, .gift-card *)")].flatMap(
    (element) => {
      const { width, height } = element.getBoundingClientRect();
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const isBare =
        backgroundImage === "none" && ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"].includes(backgroundColor);
      const isLarge = width > innerWidth / 2 && height > innerHeight / 4;
      return isLarge && !isBare
        ? `${element.tagName}.${element.className} ${backgroundColor} ${backgroundImage}`
        : [];
    },
  );
}

async function middleOf(element: Locator): Promise<number> {
  const { x, width } = (await element.boundingBox()) ?? { x: 0, width: 0 };
  return x + width / 2;
}

test("a card is printed with its code and amount, and a receipt without a background", async ({
  page,
  request,
  say,
}) => {
  const holder = await hire(request, { firstName: "Paula", lastName: "Roy", role: "ADMINISTRATOR" });
  const card = await buyCard(request, holder);
  await openSession(page, holder);
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
  expect(await page.evaluate(inkedGrounds)).toEqual([]);

  await page.goto("/orders");
  await page
    .getByRole("list", { name: say("orders_title") })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("orders_receipt"));
  await expect(page.getByText(card.cardNumber.slice(-4))).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(await page.evaluate(inkedGrounds)).toEqual([]);
});
