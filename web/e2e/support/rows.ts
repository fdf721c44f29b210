import type { Locator } from "@playwright/test";
import type { Words } from "./story.ts";

/** Opens the menu at the end of a row. */
export const openMenu = (row: Locator, say: Words) =>
  row.getByRole("button", { name: say("lists_actions_of", { name: "" }).trim() }).click();

/** Chooses one of the things that can be done with what the row is about. */
export async function choose(row: Locator, say: Words, action: string): Promise<void> {
  await openMenu(row, say);
  await row.getByRole("group").getByText(action, { exact: true }).click();
}

/** Finds the link of a row, which opens the same page as a click on the row. */
export const openRow = (row: Locator) => row.getByRole("link").first().click();
