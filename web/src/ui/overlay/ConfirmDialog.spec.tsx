import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ConfirmDialog } from "./ConfirmDialog";

const onClose = vi.fn<() => void>();
type Listener = (...args: never[]) => unknown;
const mutate = vi.fn<(variables: string, options?: { onSuccess?: Listener; onSettled?: Listener }) => void>();

function show(isPending: boolean) {
  render(
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Deactivate vendor"
      confirmLabel="Deactivate"
      isDangerous
      mutation={{ mutate, isPending }}
      variables="vendor-7"
    >
      Maple Leaf Books will no longer be on sale.
    </ConfirmDialog>,
  );
}

const press = (name: string) => page.getByRole("button", { name }).click();

/** Presses all buttons, those that are disabled for the moment too, and Escape. */
async function pressEverything(): Promise<void> {
  for (const name of ["Deactivate", "Cancel", "Close"])
    await page.getByRole("button", { name }).click({ force: true });
  await userEvent.keyboard("{Escape}");
}

beforeEach(() => void vi.clearAllMocks());

describe("ConfirmDialog", () => {
  it("runs the mutation with its variables, and closes after success", async () => {
    show(false);
    await press("Deactivate");
    expect(mutate.mock.calls[0]?.[0]).toBe("vendor-7");
    expect(onClose).not.toHaveBeenCalled();
    mutate.mock.calls[0]?.[1]?.onSuccess?.();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("cancels at Enter, without running it", async () => {
    show(false);
    await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(mutate).not.toHaveBeenCalled();
  });

  it("is busy from the click on, and can be closed after a failure", async () => {
    show(false);
    await press("Deactivate");
    await pressEverything();
    expect(mutate).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    mutate.mock.calls[0]?.[1]?.onSettled?.();
    await press("Cancel");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("stays open and ignores everything during the call", async () => {
    show(true);
    await pressEverything();
    expect(mutate).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
