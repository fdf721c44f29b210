// Fills in forms by their labels.
import { act, fireEvent, screen } from "@testing-library/react";

export function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

/** Fills in several fields, by label. */
export function fillAll(values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) fill(label, value);
}

export async function leave(label: string): Promise<void> {
  await act(async () => fireEvent.blur(screen.getByLabelText(label)));
}
