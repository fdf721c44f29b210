// Redemptions appear at once in the open wallet, through the live channel. The wallet also polls from time to time; these
// stories switch that off.
import type { Page } from "@playwright/test";
import { buyCard, redeem } from "../support/cards.ts";
import { openSession } from "../support/openSession.ts";
import { hire } from "../support/people.ts";
import { expect, test } from "../support/story.ts";

const SHOP = "Maple Leaf Books";

/** Matches "$12.50" or "12,50 $", with any kind of space. */
const money = (dollars: number) => new RegExp(`(?<!\\d)${dollars.toFixed(2).replace(".", "[.,]")}`);

/** Disables intervals in the page, so that it doesn't poll. */
async function askNothingByItself(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval;
  });
}

/** Opens a page and waits until its live channel is connected. */
async function openListening(page: Page, path: string): Promise<void> {
  // Close the connection of the previous page.
  await page.goto("about:blank");
  const shaken = new Promise((resolve) => {
    page.on("websocket", (socket) => {
      if (socket.url().includes("/hubs/notifications")) socket.once("framereceived", resolve);
    });
  });
  await page.goto(path);
  await shaken;
}

test("an open wallet and an open card show a redemption at the counter at once", async ({
  page,
  request,
  say,
}) => {
  const holder = await hire(request, { firstName: "Holly", lastName: "Roy", role: "ADMINISTRATOR" });
  const clerk = await hire(request, { firstName: "Cleo", lastName: "Roy", role: "EMPLOYEE", tenant: SHOP });
  const card = await buyCard(request, holder);
  await askNothingByItself(page);
  await openSession(page, holder);

  await openListening(page, "/transactions");
  const tile = page.getByRole("list", { name: say("shell_wallet") }).getByRole("listitem");
  await expect(tile).toContainText(SHOP);
  await redeem(request, clerk, card, 4.5);
  await expect(tile).toContainText(money(20.5));

  await openListening(page, `/transactions/${card.vendorId}/${card.id}`);
  const balance = page.getByRole("main").locator("dd[aria-live]");
  await expect(balance).toHaveText(money(20.5));
  await expect(page.getByRole("cell", { name: say("wallet_redeemed") })).toHaveCount(1);
  await redeem(request, clerk, card, 8);
  await expect(balance).toHaveText(money(12.5));
  await expect(page.getByRole("cell", { name: say("wallet_redeemed") })).toHaveCount(2);
});
