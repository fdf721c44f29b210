// The counter in stories: people, and the parts of its pages.
import type { APIRequestContext, Page } from "@playwright/test";
import type { BoughtCard } from "./cards.ts";
import { hire, type Person } from "./people.ts";
import { expect, type Words } from "./story.ts";

export const SHOP = "Maple Leaf Books";

export const newClerk = (request: APIRequestContext): Promise<Person> =>
  hire(request, { firstName: "Cleo", lastName: "Clerk", role: "EMPLOYEE", tenant: SHOP });

/** Creates a buyer. Clerks can't redeem their own cards. */
export const newShopper = (request: APIRequestContext): Promise<Person> =>
  hire(request, { firstName: "Sam", lastName: "Shopper", role: "ADMINISTRATOR" });

/** Matches "$12.50" or "12,50 $", with any kind of space. */
export const money = (dollars: number) => new RegExp(dollars.toFixed(2).replace(".", "[.,]"));

export const masked = ({ cardNumber }: BoughtCard) => `•••• ${cardNumber.slice(-4)}`;

/** The open card at the counter. */
export const openCard = (page: Page, say: Words) =>
  page.getByRole("region", { name: say("counter_card"), exact: true });

export async function expectOpen(page: Page, say: Words, card: BoughtCard): Promise<void> {
  await expect(openCard(page, say)).toContainText(masked(card));
}

export const redeemButton = (page: Page, say: Words) =>
  page.getByRole("button", { name: say("counter_redeem"), exact: true });
