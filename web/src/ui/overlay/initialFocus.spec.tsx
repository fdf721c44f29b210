import { render } from "@testing-library/react";
import { useEffect, useRef, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { Dialog } from "./Dialog";

function Example({ children }: { children: ReactNode }) {
  return (
    <Dialog isOpen onClose={() => {}} title="Add User">
      {children}
    </Dialog>
  );
}

function show(children: ReactNode): void {
  render(<Example>{children}</Example>);
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

const form = (
  <form>
    <input aria-label="Off" disabled />
    <input aria-label="First Name" />
    <input aria-label="Last Name" />
  </form>
);

const choice = (
  <>
    <button type="button">Discard</button>
    <button type="button" data-initial-focus="">
      Stay
    </button>
  </>
);

const field = (label: string) => page.getByLabelText(label);
const button = (name: string) => page.getByRole("button", { name });

/** Replaces the mouse by a finger, as on a phone. */
const setTouch = (enabled: boolean) => cdp().send("Emulation.setTouchEmulationEnabled", { enabled });

describe("initial focus of a dialog", () => {
  it("is the first enabled field of its form", async () => {
    show(form);
    await expect.element(field("First Name")).toHaveFocus();
  });

  it("shows no error in a field that is left unchanged", async () => {
    const onBlur = vi.fn<() => void>();
    show(
      <form onBlur={onBlur}>
        <input aria-label="Name" />
        <input aria-label="Email" />
      </form>,
    );
    await expect.element(field("Name")).toHaveFocus();
    await userEvent.tab();
    await expect.element(field("Email")).toHaveFocus();
    expect(onBlur).not.toHaveBeenCalled();
    await userEvent.tab({ shift: true });
    await userEvent.tab();
    await expect.element(field("Email")).toHaveFocus();
    expect(onBlur).toHaveBeenCalledTimes(2);
  });

  it("is the marked element, even after other fields", async () => {
    show(
      <form>
        <input aria-label="Name" />
        <input aria-label="Code" data-initial-focus="" />
      </form>,
    );
    await expect.element(field("Code")).toHaveFocus();
  });

  it("is the first field, once that has loaded", async () => {
    const { rerender } = render(<Example>Loading</Example>);
    await expect.element(button("Close")).toHaveFocus();
    rerender(<Example>{form}</Example>);
    await expect.element(field("First Name")).toHaveFocus();
  });

  it("stays where the user has moved it, whatever loads later", async () => {
    const help = <button type="button">Help</button>;
    const { rerender } = render(
      <Example>
        {help}
        {"Loading"}
      </Example>,
    );
    await button("Help").click();
    rerender(
      <Example>
        {help}
        {form}
      </Example>,
    );
    await expect.element(page.getByLabelText("First Name")).toBeVisible();
    await expect.element(button("Help")).toHaveFocus();
  });
});

describe("initial focus of a dialog on a phone", () => {
  beforeEach(async () => {
    await setTouch(true);
    await vi.waitUntil(() => !matchMedia("(pointer: fine)").matches);
  });
  afterEach(async () => {
    await setTouch(false);
  });

  it("is the title, because the keyboard would cover a form", async () => {
    show(form);
    await expect.element(page.getByRole("heading", { name: "Add User" })).toHaveFocus();
  });

  it("stays where the content has set it", async () => {
    show(<AmountForm />);
    await expect.element(field("Amount")).toHaveFocus();
  });

  it("is chosen by the browser when there is no field", async () => {
    show("text");
    await expect.element(button("Close")).toHaveFocus();
  });

  it("is the marked element", async () => {
    show(choice);
    await expect.element(button("Stay")).toHaveFocus();
  });
});
