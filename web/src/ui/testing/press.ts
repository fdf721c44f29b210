// Presses buttons as people do: once they are there and not busy. What comes of it at once has happened when it returns;
// whatever takes longer has to be waited for.
import { act, fireEvent, screen, within, type ByRoleOptions } from "@testing-library/react";

export async function press(name: string | RegExp, options: ByRoleOptions = {}): Promise<void> {
  const button = await screen.findByRole("button", { name, busy: false, ...options });
  await act(async () => fireEvent.click(button));
}

/** Chooses an action in the menu of a row. jsdom opens no menus: what is in them is hidden there. */
export async function pressInMenu(name: string, action: string): Promise<void> {
  const menu = await screen.findByLabelText(`Actions for ${name}`, { selector: "[popover]" });
  const button = within(menu).getByRole("button", { name: action, hidden: true });
  await act(async () => fireEvent.click(button));
}
