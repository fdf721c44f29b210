// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { storedCartCount, subscribeToStoredCart } from "./storedCart";

beforeEach(() => localStorage.clear());

it("counts nothing where nothing is stored", () => {
  expect(storedCartCount()).toBe(0);
});

it("adds up quantities; an item without one is one card", () => {
  localStorage.setItem("products", JSON.stringify({ cartDetails: [{ quantity: 3 }, {}, { quantity: 2 }] }));
  expect(storedCartCount()).toBe(6);
});

it.each(["", "no JSON", "3", "null", "[]", `{"cartDetails": "many"}`, `{"cartDetails": [null, 7]}`])(
  "takes %j for an empty cart",
  (text) => {
    localStorage.setItem("products", text);
    expect(storedCartCount()).toBe(0);
  },
);

it.each([-4, 0.5, "9", Number.NaN])("takes a quantity of %j for one", (quantity) => {
  localStorage.setItem("products", JSON.stringify({ cartDetails: [{ quantity }] }));
  expect(storedCartCount()).toBe(1);
});

it("tells subscribers when another tab changes the cart, until they leave", () => {
  const listener = vi.fn();
  const leave = subscribeToStoredCart(listener);
  dispatchEvent(new StorageEvent("storage", { key: "products" }));
  leave();
  dispatchEvent(new StorageEvent("storage", { key: "products" }));
  expect(listener).toHaveBeenCalledTimes(1);
});
