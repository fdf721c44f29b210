// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { storedCartCount, subscribeToStoredCart } from "./storedCart";

beforeEach(() => localStorage.clear());

it("storedCartCount: returns 0 without a stored cart", () => {
  expect(storedCartCount()).toBe(0);
});

it("storedCartCount: adds up quantities; an item without one counts as one card", () => {
  localStorage.setItem("products", JSON.stringify({ cartDetails: [{ quantity: 3 }, {}, { quantity: 2 }] }));
  expect(storedCartCount()).toBe(6);
});

it.each(["", "no JSON", "3", "null", "[]", `{"cartDetails": "many"}`, `{"cartDetails": [null, 7]}`])(
  "storedCartCount: treats %j as an empty cart",
  (text) => {
    localStorage.setItem("products", text);
    expect(storedCartCount()).toBe(0);
  },
);

it.each([-4, 0.5, "9", Number.NaN])("storedCartCount: counts a quantity of %j as one", (quantity) => {
  localStorage.setItem("products", JSON.stringify({ cartDetails: [{ quantity }] }));
  expect(storedCartCount()).toBe(1);
});

it("subscribeToStoredCart: notifies of changes in another tab until unsubscribed", () => {
  const listener = vi.fn();
  const leave = subscribeToStoredCart(listener);
  dispatchEvent(new StorageEvent("storage", { key: "products" }));
  leave();
  dispatchEvent(new StorageEvent("storage", { key: "products" }));
  expect(listener).toHaveBeenCalledTimes(1);
});
