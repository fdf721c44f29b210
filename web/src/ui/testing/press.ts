// Presses buttons as people do: once they are there and not busy. What comes of it at once has happened when it returns;
// whatever takes longer has to be waited for.
import { act, fireEvent, screen, type ByRoleOptions } from "@testing-library/react";

export async function press(name: string | RegExp, options: ByRoleOptions = {}): Promise<void> {
  const button = await screen.findByRole("button", { name, busy: false, ...options });
  await act(async () => fireEvent.click(button));
}
