// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { reloadWhenOutdated } from "@/shared/page/reloadWhenOutdated";

afterEach(() => sessionStorage.clear());

function missing(file: string): boolean {
  const event = new Event("vite:preloadError", { cancelable: true });
  return !window.dispatchEvent(Object.assign(event, { payload: new Error(`Missing ${file}`) }));
}

it("loads the app anew for each piece of code that is gone, but never twice for the same", () => {
  const reload = vi.fn();
  reloadWhenOutdated(reload);
  expect(missing("a.js")).toBe(true);
  expect(missing("a.js")).toBe(false);
  expect(missing("b.js")).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
