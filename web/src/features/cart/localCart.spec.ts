// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  addToLocalCart,
  changeLocalQuantity,
  MOST_ITEMS,
  readLocalCart,
  removeFromLocalCart,
  takeBackWaitingCart,
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

it("is stored under products, in the form in which the server takes it", () => {
  addToLocalCart(card({ quantity: 2, total: 0 }));
  const stored: unknown = JSON.parse(localStorage.getItem("products") ?? "");
  const key = expect.any(String) as string;
  expect(stored).toEqual({
    total: 50,
    isLocal: true,
    cartDetails: [card({ key, quantity: 2, total: 50 })],
  });
});

describe("the name under which the server takes an item once", () => {
  it("is another one for each, and for another number of cards", () => {
    addToLocalCart(card());
    addToLocalCart(card({ price: 50 }));
    const [first, second] = keys();
    expect(first).not.toBe(second);
    changeLocalQuantity(itemAt(0), 2);
    expect(keys()[0]).not.toBe(first);
    expect(keys()[1]).toBe(second);
  });

  it("stays when the same card is added by somebody who is signed in: it may have been sent already", () => {
    replaceProfile({ userId: "per_1" } as Profile);
    addToLocalCart(card());
    const [first] = keys();
    addToLocalCart(card());
    replaceProfile(undefined);
    expect(lines()).toHaveLength(2);
    expect(keys()[0]).toBe(first);
  });
});

it("lets go of what was sent, and of nothing that came meanwhile", () => {
  addToLocalCart(card());
  addToLocalCart(card({ price: 50 }));
  const sent = readLocalCart().cartDetails;
  addToLocalCart(card({ price: 100 }));
  removeFromLocalCart(...sent);
  expect(lines()).toEqual([[100, 1, 100]]);
});

it("has what waited for its owner, beside what a guest chose, as soon as they are back", () => {
  addToLocalCart(card());
  localStorage.setItem("products.per_1", localStorage.getItem("products") ?? "");
  const [waiting] = keys();
  removeFromLocalCart(itemAt(0));
  addToLocalCart(card({ price: 50 }));
  takeBackWaitingCart("per_2");
  expect(lines(), "it is somebody else's").toEqual([[50, 1, 50]]);
  takeBackWaitingCart("per_1");
  expect(lines()).toEqual([
    [50, 1, 50],
    [25, 1, 25],
  ]);
  expect(keys()[1]).toBe(waiting);
  expect(localStorage.getItem("products.per_1")).toBeNull();
});

it("adds up, and tells whoever shows how full it is", () => {
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

it("makes one item of the same cards, as long as it holds them", () => {
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
])("keeps apart what differs in %j", (change) => {
  addToLocalCart(card());
  addToLocalCart(card(change));
  expect(readLocalCart().cartDetails).toHaveLength(2);
});

it("holds fifty items and no more", () => {
  for (let price = 1; price <= MOST_ITEMS; price += 1)
    expect(addToLocalCart(card({ price }))?.price).toBe(price);
  expect(addToLocalCart(card({ price: 1000 }))).toBeUndefined();
  expect(addToLocalCart(card({ price: 1 }))?.quantity, "more of what is there").toBe(2);
  expect(readLocalCart().cartDetails).toHaveLength(MOST_ITEMS);
});

it("changes how many there are of an item", () => {
  addToLocalCart(card());
  addToLocalCart(card({ price: 50 }));
  changeLocalQuantity(itemAt(1), 4);
  expect(lines()).toEqual([
    [25, 1, 25],
    [50, 4, 200],
  ]);
});

it("forgets itself with its last item", () => {
  addToLocalCart(card());
  addToLocalCart(card({ price: 50 }));
  removeFromLocalCart(itemAt(0));
  expect(lines()).toEqual([[50, 1, 50]]);
  removeFromLocalCart(itemAt(0));
  expect(localStorage.getItem("products")).toBeNull();
});

it("is the same object as long as nothing changes", () => {
  addToLocalCart(card());
  expect(readLocalCart()).toBe(readLocalCart());
});

describe("what anybody wrote into the storage", () => {
  it.each(["", "no JSON", "3", "null", "[]", `{"cartDetails": "many"}`, `{"cartDetails": [null, 7, {}]}`])(
    "is an empty cart when it is %j",
    (text) => {
      localStorage.setItem("products", text);
      expect(readLocalCart()).toEqual({ total: 0, isLocal: true, cartDetails: [] });
    },
  );

  it.each([{ quantity: 0 }, { quantity: 21 }, { quantity: 1.5 }, { price: -25 }, { price: 0 }, { type: 3 }])(
    "is left out when it has %j",
    (change) => {
      localStorage.setItem("products", JSON.stringify({ cartDetails: [{ ...card(), ...change }, card()] }));
      expect(lines()).toEqual([[25, 1, 25]]);
    },
  );

  it("has the totals that it adds up to, whatever it says", () => {
    localStorage.setItem(
      "products",
      JSON.stringify({ total: 1, cartDetails: [card({ quantity: 3, total: 1 })] }),
    );
    expect(readLocalCart().total).toBe(75);
  });
});
