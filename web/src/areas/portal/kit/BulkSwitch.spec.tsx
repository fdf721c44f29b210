// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { errorFromAnswer } from "@/api/error";
import { m } from "@/i18n";
import { renderPiece } from "@/shared/testing/render";
import { BulkSwitch } from "./BulkSwitch";

const rows = Array.from({ length: 12 }, (_, index) => ({ id: `row_${String(index)}`, isActive: false }));

/** Activates all rows; the test answers the calls later. */
async function activateAll() {
  const answers: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  const setStatus = vi.fn(
    () => new Promise<unknown>((resolve, reject) => void answers.push({ resolve, reject })),
  );
  const onDone = vi.fn();
  renderPiece(
    <BulkSwitch
      rows={rows}
      nameOf={({ id }) => id}
      labels={{ activate: () => "They can be used again.", deactivate: () => "" }}
      setStatus={setStatus}
      invalidates={[]}
      onDone={onDone}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: m.lists_activate() }));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: m.lists_activate() }));
  await waitFor(() => expect(setStatus).toHaveBeenCalledTimes(4));
  return { answers, setStatus, onDone, dialog };
}

it("BulkSwitch: stops on request, and keeps the remaining rows selected", async () => {
  const { answers, setStatus, onDone, dialog } = await activateAll();
  fireEvent.click(dialog.getByRole("button", { name: m.lists_bulk_stop() }));
  for (const { resolve } of answers) resolve({});
  fireEvent.click(await dialog.findByRole("button", { name: m.lists_bulk_close() }));
  expect(setStatus).toHaveBeenCalledTimes(4);
  expect(dialog.getAllByText(m.lists_bulk_untouched())).toHaveLength(8);
  expect(onDone).toHaveBeenCalledWith(rows.slice(4));
});

it("BulkSwitch: starts no other row after an error that concerns all of them", async () => {
  const { answers, setStatus, dialog } = await activateAll();
  const [first, ...others] = answers;
  first?.reject(errorFromAnswer(500, {}));
  for (const { resolve } of others) resolve({});
  await dialog.findByRole("button", { name: m.lists_bulk_close() });
  expect(setStatus).toHaveBeenCalledTimes(4);
});
