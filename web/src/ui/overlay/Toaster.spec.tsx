import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { dismissToasts, toast } from "./toast";
import { Toaster } from "./Toaster";

beforeEach(async () => {
  // A toast stays under the pointer, which may be anywhere after other tests.
  await userEvent.pointer({ coords: { x: 0, y: 0 } });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  act(dismissToasts);
  vi.useRealTimers();
});

const items = () => page.getByRole("listitem").elements();
const shown = () => items().map((item) => item.textContent);

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe("Toaster", () => {
  it("shows at most three toasts, the newest", () => {
    render(<Toaster />);
    act(() => ["one", "two", "three", "four"].forEach(toast.info));
    expect(shown()).toEqual(["two", "three", "four"]);
  });

  it("shows equal texts once", () => {
    render(<Toaster />);
    act(() => ["saved", "sent", "saved"].forEach((text) => toast.success(text)));
    expect(shown()).toEqual(["sent", "saved"]);
  });

  it("shows toasts from before it was mounted", () => {
    toast.error("Unable to connect to server");
    render(<Toaster />);
    expect(shown()).toEqual(["Unable to connect to server"]);
  });

  it("keeps its live region in the page", async () => {
    render(<Toaster />);
    const region = page.getByRole("region", { name: "Notifications" });
    expect(region.element().querySelector("[aria-live=polite]")).not.toBeNull();
  });

  it("dismisses a toast by its button", async () => {
    render(<Toaster />);
    act(() => toast.info("Card copied"));
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(shown).toEqual([]);
  });

  it("removes toasts after a while, errors later than successes", () => {
    render(<Toaster />);
    act(() => {
      toast.error("Declined");
      toast.success("Saved");
    });
    wait(5_000);
    expect(shown()).toEqual(["Declined"]);
    wait(4_000);
    expect(shown()).toEqual([]);
  });

  it("removes none while the focus or the pointer is on them", async () => {
    render(<Toaster />);
    act(() => toast.success("Saved"));
    const button = page.getByRole("button", { name: "Dismiss" }).element() as HTMLElement;
    button.focus();
    wait(60_000);
    expect(shown()).toEqual(["Saved"]);
    button.blur();
    await page.getByText("Saved").hover();
    wait(60_000);
    expect(shown()).toEqual(["Saved"]);
    await userEvent.pointer({ coords: { x: 0, y: 0 } });
    wait(5_000);
    expect(shown()).toEqual([]);
  });

  it("keeps a toast with an action twice as long", () => {
    render(<Toaster />);
    act(() => toast.success("Removed", { label: "Undo", onPress: () => undefined }));
    wait(9_900);
    expect(shown()).toHaveLength(1);
    wait(200);
    expect(shown()).toEqual([]);
  });
});
