import type { Locator } from "@playwright/test";
import type { Words } from "./story.ts";

/** Opens the menu of a row. */
export const openMenu = (row: Locator, say: Words) =>
  row.getByRole("button", { name: say("lists_actions_of", { name: "" }).trim() }).click();

/** Chooses an action from the menu of a row. */
export async function choose(row: Locator, say: Words, action: string): Promise<void> {
  await openMenu(row, say);
  await row.getByRole("group").getByText(action, { exact: true }).click();
}

/** Opens a row by its link, which keyboards and screen readers use, too. */
export const openRow = (row: Locator) => row.getByRole("link").first().click();
