// Presses buttons when they are rendered and not busy. Immediate effects have happened when it
// returns; tests wait for later ones.
import { act, fireEvent, screen, within, type ByRoleOptions } from "@testing-library/react";

export async function press(name: string | RegExp, options: ByRoleOptions = {}): Promise<void> {
  const button = await screen.findByRole("button", { name, busy: false, ...options });
  await act(async () => fireEvent.click(button));
}

/** Runs an action of a row's menu. jsdom opens no popovers, so their content counts as hidden. */
export async function pressInMenu(name: string, action: string): Promise<void> {
  const menu = await screen.findByLabelText(`Actions for ${name}`, { selector: "[popover]" });
  const button = within(menu).getByRole("button", { name: action, hidden: true });
  await act(async () => fireEvent.click(button));
}
