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

it("Toaster: shows at most three toasts, the newest", () => {
  render(<Toaster />);
  act(() => ["one", "two", "three", "four"].forEach(toast.info));
  expect(shown()).toEqual(["two", "three", "four"]);
});

it("Toaster: shows equal texts once", () => {
  render(<Toaster />);
  act(() => ["saved", "sent", "saved"].forEach((text) => toast.success(text)));
  expect(shown()).toEqual(["sent", "saved"]);
});

it("Toaster: shows toasts from before it was mounted", () => {
  toast.error("Unable to connect to server");
  render(<Toaster />);
  expect(shown()).toEqual(["Unable to connect to server"]);
});

it("Toaster: keeps its live region in the page, above open dialogs", () => {
  render(<Toaster />);
  const region = screen.getByRole("region", { name: "Notifications" });
  expect(region.querySelector("[aria-live=polite]")).not.toBeNull();
});

it("Toaster: dismisses a toast by its button", () => {
  render(<Toaster />);
  act(() => toast.info("Card copied"));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(shown()).toEqual([]);
});

it("Toaster: removes toasts after a while, errors later than successes", () => {
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

it("Toaster: removes none while the focus is on them", () => {
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

it("Toaster: keeps a toast with an action twice as long", () => {
  render(<Toaster />);
  act(() => toast.success("Removed", { label: "Undo", onPress: () => undefined }));
  act(() => void vi.advanceTimersByTime(9_900));
  expect(shown()).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(200));
  expect(shown()).toEqual([]);
});
