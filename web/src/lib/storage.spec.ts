// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { heldText, localText, tabText } from "@/lib/storage";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const refuse = () => {
  throw new DOMException("no", "SecurityError");
};

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

describe("heldText", () => {
  it.each([
    ["throws at every call", ["getItem", "setItem", "removeItem"]],
    ["is full", ["setItem"]],
  ] as const)("is kept by the page until it is removed when storage %s", (_, methods) => {
    localText("cart").write("before");
    for (const method of methods) vi.spyOn(Storage.prototype, method).mockImplementation(refuse);
    const text = heldText("cart");
    text.write("one card");
    expect(text.read()).toBe("one card");
    text.remove();
    expect(text.read()).toBeNull();
  });

  it("is the stored text of all tabs when storage works", () => {
    const text = heldText("cart");
    text.write("one card");
    localText("cart").write("two cards");
    expect(text.read()).toBe("two cards");
  });
});
