import { render } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Dialog } from "./Dialog";
import { dismissToasts, toast } from "./toast";
import { Toaster } from "./Toaster";

/** A page that opens a dialog, and is longer than the screen. */
function Example({ children = "text" }: { children?: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div style={{ height: 3_000 }}>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {/* Fixed, so that nothing scrolls to reach it. */}
      <button type="button" className="fixed right-0 bottom-0">
        Beside
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Contact Us">
        {children}
      </Dialog>
    </div>
  );
}

const dialog = () => page.getByRole("dialog");

async function open(children?: ReactNode): Promise<HTMLDialogElement> {
  render(<Example>{children}</Example>);
  await page.getByRole("button", { name: "Open" }).click();
  return dialog().element() as HTMLDialogElement;
}

describe("Dialog", () => {
  it("is not rendered while it is closed", () => {
    render(<Example />);
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("opens as a modal dialog named by its title, and returns the focus when it is closed", async () => {
    const element = await open();
    expect(element.matches(":modal")).toBe(true);
    await expect.element(page.getByRole("dialog", { name: "Contact Us" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
  });

  it.each([
    ["in the middle of a desk", 1_280, 900, false],
    ["at the foot of a phone", 390, 844, true],
  ])("is at least 350 pixels high, %s", async (_where, width, height, isAtTheFoot) => {
    await page.viewport(width, height);
    const { top, bottom } = (await open()).getBoundingClientRect();
    expect(bottom - top).toBeGreaterThanOrEqual(350);
    expect(Math.round(height - bottom)).toBe(isAtTheFoot ? 0 : Math.round(top));
    await page.viewport(1_280, 900);
  });

  it("keeps the page behind it from scrolling and from the focus", async () => {
    await open();
    const beside = page.getByRole("button", { name: "Beside", includeHidden: true }).element() as HTMLElement;
    beside.focus();
    expect(document.activeElement).not.toBe(beside);
    await dialog().wheel({ delta: { y: 600 } });
    await userEvent.keyboard("{Escape}");
    // Input is handled in order: had the first wheel scrolled the page, it would be further down.
    await page.getByRole("button", { name: "Beside" }).wheel({ delta: { y: 100 } });
    await expect.poll(() => scrollY).toBe(100);
  });
});

/** Position beside the dialog, relative to its corner. */
const BESIDE = { x: -40, y: 40 };

/** Presses at one place and releases at another; the browser then clicks their common ancestor. */
const drag = (from: object, to: object) =>
  userEvent.pointer([
    { ...from, keys: "[MouseLeft>]" },
    { ...to, keys: "[/MouseLeft]" },
  ]);

function showWords() {
  const onClose = vi.fn<() => void>();
  const onKeyDown = vi.fn<(key: string) => void>();
  render(
    <Dialog isOpen onClose={onClose} title="As a gift">
      <p>words</p>
      <input
        aria-label="Shop"
        onKeyDown={(event) => {
          onKeyDown(event.key);
          event.preventDefault();
        }}
      />
    </Dialog>,
  );
  const words = { target: page.getByText("words") };
  const beside = { target: dialog(), coords: BESIDE };
  return { onClose, onKeyDown, words, beside };
}

describe("closing a dialog", () => {
  it("is asked for by its button, Escape, a phone's Back and a click beside it, but not inside", async () => {
    const { onClose } = showWords();
    await page.getByText("words").click();
    expect(onClose).not.toHaveBeenCalled();
    await dialog().click({ position: BESIDE });
    expect(onClose).toHaveBeenCalledTimes(1);
    await page.getByRole("button", { name: "Close" }).click();
    expect(onClose).toHaveBeenCalledTimes(2);
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(3);
    (dialog().element() as HTMLDialogElement).requestClose();
    expect(onClose).toHaveBeenCalledTimes(4);
    await expect.element(dialog()).toBeVisible();
  });

  it("is not asked for by a drag that began or ended inside, but by one beside it", async () => {
    const { onClose, words, beside } = showWords();
    await drag(words, beside);
    await drag(beside, words);
    expect(onClose).not.toHaveBeenCalled();
    await drag(beside, beside);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("is not asked for by an Escape that the content has handled", async () => {
    const { onClose, onKeyDown } = showWords();
    await page.getByLabelText("Shop").click();
    await userEvent.keyboard("{Escape}");
    expect(onKeyDown).toHaveBeenCalledWith("Escape");
    expect(onClose).not.toHaveBeenCalled();
  });

  it("is asked for by Escape in the innermost dialog only", async () => {
    const [onOuter, onInner] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const nested = (isInnerOpen: boolean) => (
      <Dialog isOpen onClose={onOuter} title="Add User">
        <Dialog isOpen={isInnerOpen} onClose={onInner} title="Unsaved Changes">
          <button type="button">Stay</button>
        </Dialog>
      </Dialog>
    );
    const { rerender } = render(nested(false));
    rerender(nested(true));
    await userEvent.keyboard("{Escape}");
    expect(onInner).toHaveBeenCalledTimes(1);
    expect(onOuter).not.toHaveBeenCalled();
    expect(document.querySelectorAll("dialog:modal")).toHaveLength(2);
  });

  it("is undone if only its own buttons may close it", async () => {
    render(
      <Dialog isOpen onClose={undefined} title="Terms">
        <button type="button">Accept</button>
      </Dialog>,
    );
    await expect.element(page.getByRole("heading", { name: "Terms" })).toHaveFocus();
    // A browser closes any dialog at a phone's second "Back".
    (dialog().element() as HTMLDialogElement).close();
    await expect.element(dialog()).toBeVisible();
  });
});

describe("toast during a dialog", () => {
  it("is above the dialog, and read out from inside unless it was there before", async () => {
    toast.info("Added to your cart");
    render(<Toaster />);
    const element = await open(
      <button type="button" onClick={() => toast.error("No answer came back")}>
        Send
      </button>,
    );
    const toggled: string[] = [];
    document
      .querySelector(".toaster")
      ?.addEventListener("beforetoggle", (event) => toggled.push((event as ToggleEvent).newState));
    const region = element.querySelector("[aria-live]");
    expect(region?.textContent).toBe("");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.element(region as HTMLElement).toHaveTextContent("No answer came back");
    // The browser stacks dialogs and popovers by the time of their opening.
    await expect.poll(() => toggled).toEqual(["closed", "open"]);
    dismissToasts();
    await expect.element(region as HTMLElement).toHaveTextContent("");
  });
});
