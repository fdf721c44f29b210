// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { localText, tabText } from "@/lib/storage";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe("stored text", () => {
  it("can be read until it is removed", () => {
    const text = localText("colour");
    expect(text.read()).toBeNull();
    text.write("pine");
    expect(localText("colour").read()).toBe("pine");
    expect(tabText("colour").read()).toBeNull();
    text.remove();
    expect(text.read()).toBeNull();
  });

  it("is lost without an error when the browser refuses storage", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    const text = tabText("colour");
    expect(() => text.write("pine")).not.toThrow();
    expect(text.read()).toBeNull();
  });
});
