// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { firstPaint } from "./firstPaint";

/** Returns whether the promise is settled once the tasks of this moment have run. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await Promise.resolve();
  return settled;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("firstPaint", () => {
  it("waits for a frame and what follows it", async () => {
    vi.useFakeTimers();
    vi.spyOn(document, "hidden", "get").mockReturnValue(false);
    const painted = firstPaint();
    expect(await isSettled(painted)).toBe(false);
    vi.advanceTimersToNextFrame();
    expect(await isSettled(painted)).toBe(false);
    vi.runAllTimers();
    expect(await isSettled(painted)).toBe(true);
  });

  it("doesn't wait on a hidden page, which has no frames", async () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    expect(await isSettled(firstPaint())).toBe(true);
  });
});
