// @vitest-environment jsdom
import { fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useIdleLock } from "./lock";

const signOut = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => ({ signOut }));

function Counter({ minutes }: { minutes: number | undefined }) {
  useIdleLock(minutes);
  return null;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  signOut.mockReset();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

/** Turns the clock without running timers, which do not run while a device sleeps. */
const sleep = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

describe("useIdleLock", () => {
  it("signs out after the given idle time", async () => {
    render(<Counter minutes={10} />);
    await minutes(9);
    fireEvent.pointerDown(window);
    await minutes(9);
    fireEvent.keyDown(window, { key: "1" });
    await minutes(9);
    expect(signOut).not.toHaveBeenCalled();
    await minutes(1);
    expect(signOut).toHaveBeenCalledOnce();
  });

  describe("after the device has slept", () => {
    it.each([
      ["becoming visible", () => fireEvent(document, new Event("visibilitychange", { bubbles: true }))],
      ["getting the focus", () => fireEvent.focus(window)],
      ["being shown again", () => fireEvent(window, new Event("pageshow"))],
      ["the first touch", () => fireEvent.pointerDown(window)],
    ])("signs out on %s", async (_, wake) => {
      render(<Counter minutes={10} />);
      sleep(60);
      wake();
      await minutes(0);
      expect(signOut).toHaveBeenCalledOnce();
    });

    it("stays open when the sleep was short, and waking up doesn't count as activity", async () => {
      render(<Counter minutes={10} />);
      sleep(9);
      fireEvent.focus(window);
      await minutes(0);
      expect(signOut).not.toHaveBeenCalled();
      sleep(1);
      fireEvent.focus(window);
      await minutes(0);
      expect(signOut).toHaveBeenCalledOnce();
    });
  });

  it("does nothing outside of a till", async () => {
    render(<Counter minutes={undefined} />);
    await minutes(600);
    expect(signOut).not.toHaveBeenCalled();
  });
});
