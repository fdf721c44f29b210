// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useEffect, useRef, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog";
import { Dialog } from "./Dialog";
import { dismissToasts, toast } from "./toast";

/** Content that loads after the dialog has opened. */
function Loading() {
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsLoaded(true)}>
        Load
      </button>
      {isLoaded && (
        <form>
          <input aria-label="Password" />
        </form>
      )}
    </>
  );
}

/** Content that focuses a field itself: its on-screen keypad replaces a phone's keyboard. */
function AmountForm() {
  const amount = useRef<HTMLInputElement>(null);
  useEffect(() => amount.current?.focus(), []);
  return (
    <form>
      <input aria-label="Reason" />
      <input ref={amount} aria-label="Amount" />
    </form>
  );
}

describe("Dialog", () => {
  it("is not rendered while it is closed", () => {
    render(
      <Dialog isOpen={false} onClose={() => {}} title="Contact Us">
        text
      </Dialog>,
    );
    expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
  });

  it("opens as a modal dialog named by its title, and closes before it is removed", () => {
    const close = vi.spyOn(HTMLDialogElement.prototype, "close");
    const { unmount } = render(
      <Dialog isOpen onClose={() => {}} title="Contact Us">
        text
      </Dialog>,
    );
    expect(screen.getByRole("dialog", { name: "Contact Us" }).hasAttribute("open")).toBe(true);
    unmount();
    expect(close).toHaveBeenCalledTimes(1);
    close.mockRestore();
  });

  it("asks its owner to close on its button, Escape and a click beside it, but not inside", () => {
    const onClose = vi.fn<() => void>();
    render(
      <Dialog isOpen onClose={onClose} title="Contact Us">
        <p>inside</p>
      </Dialog>,
    );
    const dialog = screen.getByRole("dialog");
    fireEvent.click(screen.getByText("inside"));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(dialog);
    const cancel = new Event("cancel", { cancelable: true });
    fireEvent(dialog, cancel);
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).toHaveBeenCalledTimes(3);
    expect(cancel.defaultPrevented).toBe(true);
  });
});

function showWords() {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog isOpen onClose={onClose} title="As a gift">
      <p>words</p>
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog");
  const words = screen.getByText("words");
  /** Presses at one element, releases at another; the browser then clicks their common ancestor. */
  const drag = (from: Element, to: Element) => {
    fireEvent.pointerDown(from);
    fireEvent.pointerUp(to);
    fireEvent.click(dialog);
  };
  return { onClose, dialog, words, drag };
}

describe("click beside a dialog", () => {
  it("doesn't close it when it ends a drag that began or ended inside", () => {
    const { onClose, dialog, words, drag } = showWords();
    drag(words, dialog);
    drag(dialog, words);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("closes it, also after a drag", () => {
    const { onClose, dialog, words, drag } = showWords();
    drag(words, dialog);
    drag(dialog, dialog);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("initial focus of a dialog", () => {
  afterEach(() => vi.unstubAllGlobals());

  const form = (
    <Dialog isOpen onClose={() => {}} title="Add User">
      <form>
        <input aria-label="Off" disabled />
        <input aria-label="First Name" />
        <input aria-label="Last Name" />
      </form>
    </Dialog>
  );

  it("shows no error in a field that is left unchanged", async () => {
    const onBlur = vi.fn<() => void>();
    render(
      <Dialog isOpen onClose={() => {}} title="Add User">
        <form onBlur={onBlur}>
          <input aria-label="Name" />
          <input aria-label="Email" />
        </form>
      </Dialog>,
    );
    await act(async () => undefined);
    const [name, email] = screen.getAllByRole("textbox");
    expect(document.activeElement).toBe(name);
    act(() => email?.focus());
    expect(onBlur).not.toHaveBeenCalled();
    act(() => name?.focus());
    act(() => email?.focus());
    expect(onBlur).toHaveBeenCalledTimes(2);
  });

  it("is the first enabled field of its form", async () => {
    await act(async () => render(form));
    expect(document.activeElement).toBe(screen.getByLabelText("First Name"));
  });

  it("is the title on a phone, whose keyboard would cover the form; Enter doesn't close it", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    await act(async () => render(form));
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Add User" }));
  });

  it("stays where the content has set it, on a phone too", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    await act(async () =>
      render(
        <Dialog isOpen onClose={() => {}} title="Redeem">
          <AmountForm />
        </Dialog>,
      ),
    );
    expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
  });

  it("is chosen by the browser when there is no field", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const before = document.activeElement;
    await act(async () =>
      render(
        <Dialog isOpen onClose={() => {}} title="Picture">
          text
        </Dialog>,
      ),
    );
    expect(document.activeElement).toBe(before);
  });

  it("is the marked element, on a phone too", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const dialog = (
      <Dialog isOpen onClose={() => {}} title="Unsaved Changes">
        <button type="button">Discard</button>
        <button type="button" data-initial-focus="">
          Stay
        </button>
      </Dialog>
    );
    await act(async () => render(dialog));
    expect(document.activeElement).toBe(screen.getByText("Stay"));
  });

  it("is the marked element, even after other fields", async () => {
    const dialog = (
      <Dialog isOpen onClose={() => {}} title="Add User">
        <form>
          <input aria-label="Name" />
          <input aria-label="Code" data-initial-focus="" />
        </form>
      </Dialog>
    );
    await act(async () => render(dialog));
    expect(document.activeElement).toBe(screen.getByLabelText("Code"));
  });

  const loading = (
    <Dialog isOpen onClose={() => {}} title="Is it you?">
      <Loading />
    </Dialog>
  );

  it("is the first field, once that has loaded", async () => {
    await act(async () => render(loading));
    await act(async () => fireEvent.click(screen.getByText("Load")));
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  });

  it("stays where the user has moved it, whatever loads later", async () => {
    await act(async () => render(loading));
    screen.getByText("Load").focus();
    await act(async () => fireEvent.click(screen.getByText("Load")));
    expect(screen.getByLabelText("Password")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByText("Load"));
  });
});

describe("toast during a dialog", () => {
  it("is read out from inside, unless it was there before", () => {
    toast.info("Added to your cart");
    render(
      <Dialog isOpen onClose={() => {}} title="Contact Us">
        text
      </Dialog>,
    );
    const region = screen.getByRole("dialog").querySelector("[aria-live]");
    expect(region?.textContent).toBe("");
    act(() => toast.error("No answer came back"));
    expect(region?.textContent).toBe("No answer came back");
    act(dismissToasts);
    expect(region?.textContent).toBe("");
  });
});

function showNested() {
  const [onOuter, onInner] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(
    <Dialog isOpen onClose={onOuter} title="Add User">
      <input aria-label="Name" onKeyDown={(event) => event.preventDefault()} />
      <Dialog isOpen onClose={onInner} title="Unsaved Changes">
        <button type="button">Stay</button>
      </Dialog>
    </Dialog>,
  );
  return { onOuter, onInner };
}

describe("Escape in a dialog", () => {
  it("closes only the innermost dialog", () => {
    const { onOuter, onInner } = showNested();
    const isLeftToTheBrowser = fireEvent.keyDown(screen.getByText("Stay"), { key: "Escape" });
    expect(isLeftToTheBrowser).toBe(false);
    expect(onInner).toHaveBeenCalledTimes(1);
    expect(onOuter).not.toHaveBeenCalled();
  });

  it("closes nothing when the content has handled it", () => {
    const { onOuter } = showNested();
    fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" });
    expect(onOuter).not.toHaveBeenCalled();
  });
});

describe("ConfirmDialog", () => {
  const onClose = vi.fn<() => void>();
  type Listener = (...args: never[]) => unknown;
  const mutate =
    vi.fn<(variables: string, options?: { onSuccess?: Listener; onSettled?: Listener }) => void>();

  function show(isPending: boolean) {
    onClose.mockClear();
    mutate.mockClear();
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

  it("runs the mutation with its variables, and closes after success", () => {
    show(false);
    fireEvent.click(screen.getByRole("button", { name: "Deactivate" }));
    expect(mutate.mock.calls[0]?.[0]).toBe("vendor-7");
    expect(onClose).not.toHaveBeenCalled();
    mutate.mock.calls[0]?.[1]?.onSuccess?.();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("can be closed without running it", async () => {
    await act(async () => show(false));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(mutate).not.toHaveBeenCalled();
  });

  it("is busy from the click on, and can be closed after a failure", () => {
    show(false);
    fireEvent.click(screen.getByRole("button", { name: "Deactivate" }));
    for (const name of ["Deactivate", "Cancel", "Close"])
      fireEvent.click(screen.getByRole("button", { name }));
    expect(mutate).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    mutate.mock.calls[0]?.[1]?.onSettled?.();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("stays open and ignores everything during the call", () => {
    show(true);
    for (const name of ["Deactivate", "Cancel", "Close"])
      fireEvent.click(screen.getByRole("button", { name }));
    expect(mutate).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
