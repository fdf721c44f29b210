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

describe("a dialog", () => {
  it("is not in the page while it is closed", () => {
    render(
      <Dialog isOpen={false} onClose={() => {}} title="Contact Us">
        text
      </Dialog>,
    );
    expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
  });

  it("opens as a modal, named by its title, and is closed before it leaves", () => {
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

  it("leaves closing to its owner: by its button, by Escape, by a click beside it, not by one inside", () => {
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

describe("a dialog begins", () => {
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

  it("in a field that, left as it was, has not been left by anybody", async () => {
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

  it("in the first field of its form that can be filled in", async () => {
    await act(async () => render(form));
    expect(document.activeElement).toBe(screen.getByLabelText("First Name"));
  });

  it("at its title, when a phone's keyboard would cover its form: Enter must not close it", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    await act(async () => render(form));
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Add User" }));
  });

  it("where it has put the focus itself, on a phone too", async () => {
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

  it("where the browser chooses, when there is nothing to fill in", async () => {
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

  it("at what is marked, on a phone too", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const dialog = (
      <Dialog isOpen onClose={() => {}} title="Unsaved Changes">
        <button type="button">Discard</button>
        <button type="button" data-first-stop="">
          Stay
        </button>
      </Dialog>
    );
    await act(async () => render(dialog));
    expect(document.activeElement).toBe(screen.getByText("Stay"));
  });

  it("at what is marked, before the fields that come earlier", async () => {
    const dialog = (
      <Dialog isOpen onClose={() => {}} title="Add User">
        <form>
          <input aria-label="Name" />
          <input aria-label="Code" data-first-stop="" />
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

  it("in its first field, as soon as that has loaded", async () => {
    await act(async () => render(loading));
    await act(async () => fireEvent.click(screen.getByText("Load")));
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  });

  it("where somebody has gone meanwhile, whatever loads later", async () => {
    await act(async () => render(loading));
    screen.getByText("Load").focus();
    await act(async () => fireEvent.click(screen.getByText("Load")));
    expect(screen.getByLabelText("Password")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByText("Load"));
  });
});

describe("a message while a dialog is open", () => {
  it("is read out from inside, and one from before is not", () => {
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

describe("Escape", () => {
  it("closes the innermost dialog alone, and is used up by it", () => {
    const { onOuter, onInner } = showNested();
    const isLeftToTheBrowser = fireEvent.keyDown(screen.getByText("Stay"), { key: "Escape" });
    expect(isLeftToTheBrowser).toBe(false);
    expect(onInner).toHaveBeenCalledTimes(1);
    expect(onOuter).not.toHaveBeenCalled();
  });

  it("closes nothing when something inside the dialog has used it", () => {
    const { onOuter } = showNested();
    fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" });
    expect(onOuter).not.toHaveBeenCalled();
  });
});

describe("a confirm dialog", () => {
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

  it("runs the mutation with its variables and closes when it has succeeded, not before", () => {
    show(false);
    fireEvent.click(screen.getByRole("button", { name: "Deactivate" }));
    expect(mutate.mock.calls[0]?.[0]).toBe("vendor-7");
    expect(onClose).not.toHaveBeenCalled();
    mutate.mock.calls[0]?.[1]?.onSuccess?.();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("can be left without doing anything", async () => {
    await act(async () => show(false));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(mutate).not.toHaveBeenCalled();
  });

  it("knows that it is busy from the click on, and can be left again after a failure", () => {
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

  it("stays and refuses everything while the call is under way", () => {
    show(true);
    for (const name of ["Deactivate", "Cancel", "Close"])
      fireEvent.click(screen.getByRole("button", { name }));
    expect(mutate).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
