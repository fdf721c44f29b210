// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  addToLocalCart,
  changeLocalQuantity,
  MAX_ITEMS,
  readLocalCart,
  removeFromLocalCart,
  restoreParkedCart,
  type CartItem,
} from "./localCart";
import { replaceProfile, type Profile } from "@/session/current";
import { chosenCard as card } from "./testing/samples";
import { storedCartCount, subscribeToStoredCart } from "./storedCart";

const keys = () => readLocalCart().cartDetails.map(({ key }) => key);
const lines = () => readLocalCart().cartDetails.map(({ price, quantity, total }) => [price, quantity, total]);

function itemAt(place: number): CartItem {
  const item = readLocalCart().cartDetails[place];
  if (!item) throw new Error(`The cart has no item ${place}`);
  return item;
}

beforeEach(() => localStorage.clear());

it("addToLocalCart: stores items under the key products, in the form that the server accepts", () => {
  addToLocalCart(card({ quantity: 2, total: 0 }));
  const stored: unknown = JSON.parse(localStorage.getItem("products") ?? "");
  const key = expect.any(String) as string;
  expect(stored).toEqual({
    total: 50,
    isLocal: true,
    cartDetails: [card({ key, quantity: 2, total: 50 })],
  });
});

describe("the idempotency key of an item", () => {
  it("is new for each item and each change of quantity", () => {
    addToLocalCart(card());
    addToLocalCart(card({ price: 50 }));
    const [first, second] = keys();
    expect(first).not.toBe(second);
    changeLocalQuantity(itemAt(0), 2);
    expect(keys()[0]).not.toBe(first);
    expect(keys()[1]).toBe(second);
  });

  it("stays for an equal item of a signed-in user, which may already have been sent", () => {
    replaceProfile({ userId: "per_1" } as Profile);
    addToLocalCart(card());
    const [first] = keys();
    addToLocalCart(card());
    replaceProfile(undefined);
    expect(lines()).toHaveLength(2);
    expect(keys()[0]).toBe(first);
  });
});

it("removeFromLocalCart: removes the sent items, and none that were added meanwhile", () => {
  addToLocalCart(card());
  addToLocalCart(card({ price: 50 }));
  const sent = readLocalCart().cartDetails;
  addToLocalCart(card({ price: 100 }));
  removeFromLocalCart(...sent);
  expect(lines()).toEqual([[100, 1, 100]]);
});

it("restoreParkedCart: restores the user's parked items beside those chosen as a guest", () => {
  addToLocalCart(card());
  localStorage.setItem("products.per_1", localStorage.getItem("products") ?? "");
  const [waiting] = keys();
  removeFromLocalCart(itemAt(0));
  addToLocalCart(card({ price: 50 }));
  restoreParkedCart("per_2");
  expect(lines(), "it is somebody else's").toEqual([[50, 1, 50]]);
  restoreParkedCart("per_1");
  expect(lines()).toEqual([
    [50, 1, 50],
    [25, 1, 25],
  ]);
  expect(keys()[1]).toBe(waiting);
  expect(localStorage.getItem("products.per_1")).toBeNull();
});

it("readLocalCart: adds up the total, and notifies subscribers of the count", () => {
  const listener = vi.fn<() => void>();
  const leave = subscribeToStoredCart(listener);
  addToLocalCart(card());
  addToLocalCart(card({ price: 100, quantity: 3 }));
  leave();
  addToLocalCart(card({ price: 75 }));
  expect(listener).toHaveBeenCalledTimes(2);
  expect(readLocalCart().total).toBe(400);
  expect(storedCartCount()).toBe(5);
});

it("addToLocalCart: merges equal items up to the maximum quantity", () => {
  addToLocalCart(card({ quantity: 12 }));
  addToLocalCart(card({ quantity: 8 }));
  expect(lines()).toEqual([[25, 20, 500]]);
  addToLocalCart(card());
  expect(lines()).toEqual([
    [25, 20, 500],
    [25, 1, 25],
  ]);
});

it.each([
  { price: 50 },
  { vendorId: "ten_2" },
  { isGift: true, to: "Aunt Margaret" },
  { campaignId: "cmp_1" },
])("addToLocalCart: does not merge items that differ in %j", (change) => {
  addToLocalCart(card());
  addToLocalCart(card(change));
  expect(readLocalCart().cartDetails).toHaveLength(2);
});

it("addToLocalCart: accepts at most fifty items", () => {
  for (let price = 1; price <= MAX_ITEMS; price += 1)
    expect(addToLocalCart(card({ price }))?.price).toBe(price);
  expect(addToLocalCart(card({ price: 1000 }))).toBeUndefined();
  expect(addToLocalCart(card({ price: 1 }))?.quantity, "more of what is there").toBe(2);
  expect(readLocalCart().cartDetails).toHaveLength(MAX_ITEMS);
});

it("changeLocalQuantity: changes the quantity of an item", () => {
  addToLocalCart(card());
  addToLocalCart(card({ price: 50 }));
  changeLocalQuantity(itemAt(1), 4);
  expect(lines()).toEqual([
    [25, 1, 25],
    [50, 4, 200],
  ]);
});

it("removeFromLocalCart: removes the stored cart with its last item", () => {
  addToLocalCart(card());
  addToLocalCart(card({ price: 50 }));
  removeFromLocalCart(itemAt(0));
  expect(lines()).toEqual([[50, 1, 50]]);
  removeFromLocalCart(itemAt(0));
  expect(localStorage.getItem("products")).toBeNull();
});

it("readLocalCart: returns the same object until the cart changes", () => {
  addToLocalCart(card());
  expect(readLocalCart()).toBe(readLocalCart());
});

describe("readLocalCart with invalid storage", () => {
  it.each(["", "no JSON", "3", "null", "[]", `{"cartDetails": "many"}`, `{"cartDetails": [null, 7, {}]}`])(
    "returns an empty cart for %j",
    (text) => {
      localStorage.setItem("products", text);
      expect(readLocalCart()).toEqual({ total: 0, isLocal: true, cartDetails: [] });
    },
  );

  it.each([{ quantity: 0 }, { quantity: 21 }, { quantity: 1.5 }, { price: -25 }, { price: 0 }, { type: 3 }])(
    "drops an item with %j",
    (change) => {
      localStorage.setItem("products", JSON.stringify({ cartDetails: [{ ...card(), ...change }, card()] }));
      expect(lines()).toEqual([[25, 1, 25]]);
    },
  );

  it("recomputes the totals", () => {
    localStorage.setItem(
      "products",
      JSON.stringify({ total: 1, cartDetails: [card({ quantity: 3, total: 1 })] }),
    );
    expect(readLocalCart().total).toBe(75);
  });
});
