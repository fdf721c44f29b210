import { render } from "@testing-library/react";
import { Suspense, useState, type ComponentType } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { lazyPiece } from "./lazyPiece";
import { currentToasts, dismissToasts } from "@/ui/overlay/toast";

const MISSING = "Unable to connect to server";

afterEach(() => {
  dismissToasts();
});

interface DialogProps {
  onClose: () => void;
}

const Dialog = ({ onClose }: DialogProps) => <button onClick={onClose}>Close</button>;

function Page({ LateDialog }: { LateDialog: ComponentType<DialogProps> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Suspense>{isOpen && <LateDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}

function load<Props>(part: ComponentType<Props>) {
  return vi.fn<() => Promise<ComponentType<Props>>>(async () => part);
}

const lost = () => Promise.reject(new Error("lost"));

const press = (name: string) => page.getByRole("button", { name }).click();
const open = () => page.getByRole("button", { name: "Open", expanded: false }).click();

describe("lazyPiece", () => {
  it("renders the loaded component", async () => {
    const Piece = lazyPiece(load(() => <p>Here</p>));
    render(
      <Suspense>
        <Piece />
      </Suspense>,
    );
    await expect.element(page.getByText("Here")).toBeVisible();
  });

  it("closes a dialog that can't be loaded, with a toast, and tries again the next time", async () => {
    const loading = load(Dialog).mockImplementationOnce(lost).mockImplementationOnce(lost);
    render(<Page LateDialog={lazyPiece(loading, ({ onClose }) => onClose())} />);
    await open();
    await expect.poll(() => currentToasts().map(({ text }) => text)).toEqual([MISSING]);
    // The toast appears a moment before the page learns that the dialog is closed.
    await open();
    await expect.element(page.getByRole("button", { name: "Close" })).toBeVisible();
  });

  it("shows a note with a retry in place of a part that can't be loaded", async () => {
    const loading = load(() => <p>Here</p>)
      .mockImplementationOnce(lost)
      .mockImplementationOnce(lost);
    const Piece = lazyPiece(loading);
    render(
      <Suspense>
        <Piece />
      </Suspense>,
    );
    await expect.element(page.getByRole("alert")).toHaveTextContent(MISSING);
    expect(currentToasts()).toEqual([]);
    await press("Try again");
    await expect.element(page.getByText("Here")).toBeVisible();
  });

  it("reloads the page when the browser remembers the failure", async () => {
    const Piece = lazyPiece(load(() => <p>Here</p>).mockImplementation(lost));
    render(
      <Suspense>
        <Piece />
      </Suspense>,
    );
    await press("Try again");
    await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
  });

  it("offers a reload in the toast when a dialog failed twice", async () => {
    const LateDialog = lazyPiece(load(Dialog).mockImplementation(lost), ({ onClose }) => onClose());
    render(<Page LateDialog={LateDialog} />);
    await open();
    await expect.poll(() => currentToasts()[0]?.text).toBe(MISSING);
    expect(currentToasts()[0]?.action).toBeUndefined();
    await open();
    await expect.poll(() => currentToasts()[0]?.action?.label).toBe("Reload");
  });
});
