// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { currentToasts, dismissToast, toast } from "./toast";
import { Toaster } from "./Toaster";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

function shown(): (string | null)[] {
  return screen.queryAllByRole("listitem").map((item) => item.textContent);
}

it("shows three at most: the newest stay", () => {
  render(<Toaster />);
  act(() => ["one", "two", "three", "four"].forEach(toast.info));
  expect(shown()).toEqual(["two", "three", "four"]);
});

it("says the same thing once", () => {
  render(<Toaster />);
  act(() => ["saved", "sent", "saved"].forEach((text) => toast.success(text)));
  expect(shown()).toEqual(["sent", "saved"]);
});

it("shows what was said before it was there", () => {
  toast.error("Unable to connect to server");
  render(<Toaster />);
  expect(shown()).toEqual(["Unable to connect to server"]);
});

it("keeps its live region in the page, above open dialogs", () => {
  render(<Toaster />);
  const region = screen.getByRole("region", { name: "Notifications" });
  expect(region.querySelector("[aria-live=polite]")).not.toBeNull();
});

it("dismisses a message by its button", () => {
  render(<Toaster />);
  act(() => toast.info("Card copied"));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(shown()).toEqual([]);
});

it("lets messages go by themselves, errors later than successes", () => {
  render(<Toaster />);
  act(() => {
    toast.error("Declined");
    toast.success("Saved");
  });
  act(() => void vi.advanceTimersByTime(5_000));
  expect(shown()).toEqual(["Declined"]);
  act(() => void vi.advanceTimersByTime(4_000));
  expect(shown()).toEqual([]);
});

it("lets none go while the keyboard stands in the messages", () => {
  render(<Toaster />);
  act(() => toast.success("Saved"));
  const button = screen.getByRole("button", { name: "Dismiss" });
  button.focus();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(shown()).toEqual(["Saved"]);
  button.blur();
  act(() => void vi.advanceTimersByTime(5_000));
  expect(shown()).toEqual([]);
});

it("keeps a message with something to press twice as long", () => {
  render(<Toaster />);
  act(() => toast.success("Removed", { label: "Undo", onPress: () => undefined }));
  act(() => void vi.advanceTimersByTime(9_900));
  expect(shown()).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(200));
  expect(shown()).toEqual([]);
});
