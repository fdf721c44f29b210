// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { m } from "@/i18n";
import { createTestClient, server, signInAs, toasts } from "@/shared/testing/render";
import { cartItem, cartOf } from "@/shared/testing/samples";
import { toast } from "@/ui/overlay/toast";
import { addToLocalCart, readLocalCart, type CartItem } from "./localCart";
import type { ServerCart } from "./serverCart";
import { chosenCard } from "./testing/samples";
import { useAddToCart, useCart } from "./useCart";

const signIn = (more = {}) => signInAs("shopper", more);

// Stands in for the call that stores the cart count for all tabs.
vi.mock("@/session/session", () => ({
  storeCartCount: async (cartTotalCount: number) => act(() => signIn({ cartTotalCount })),
}));

const chosen = chosenCard();

const itemOf = (id: string, quantity = 1, charityShare: number | null = null) =>
  cartItem({ id, quantity, charityShare, total: 25 * quantity });

/** Simulates a network failure. */
function unreachable(): never {
  throw new TypeError("Failed to fetch");
}

/** Delays an answer until `release` is called. */
function held<Answer>(answer: () => Answer) {
  const gate = new EventTarget();
  const isOpen = new Promise((resolve) => gate.addEventListener("open", resolve));
  return { answer: () => isOpen.then(answer), release: () => gate.dispatchEvent(new Event("open")) };
}

/** Opens the hooks of the cart in a tab of its own. */
function openTab() {
  const client = createTestClient();
  const Around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return {
    open: () => renderHook(useCart, { wrapper: Around }).result,
    add: () => renderHook(useAddToCart, { wrapper: Around }).result.current([{ ...chosen }]),
  };
}

type Door = ReturnType<ReturnType<typeof openTab>["open"]>;

const quantities = ({ current }: Door) => current.entries.map(({ item }) => item.quantity);
const keysSent = () =>
  server
    .asked("POST /Carts/items")
    .map(({ body }) => (body as { cartDetails: CartItem[] }).cartDetails.map(({ key }) => key));
const kept = () => readLocalCart().cartDetails;

describe("useAddToCart", () => {
  it("replaces the success message if the item could not be sent", async () => {
    signIn();
    server.on("POST /Carts/items", unreachable);
    toast.success("Something else");
    toast.success(m.purchase_added());
    await openTab().add();
    await waitFor(() => expect(toasts()).toEqual(["Something else", "Unable to connect to server"]));
  });

  it("stores a guest's card in the browser and sends no request", async () => {
    expect(await openTab().add()).toBe(true);
    expect(kept()).toHaveLength(1);
    expect(server.asked("POST /Carts/items")).toHaveLength(0);
  });

  it("keeps the card in the browser until the reply arrives, so that closing the tab loses nothing", async () => {
    signIn();
    const keptMeanwhile: number[] = [];
    server.on("POST /Carts/items", () => {
      keptMeanwhile.push(kept().length);
      return cartOf(itemOf("itm_1"));
    });
    await openTab().add();
    await waitFor(() => expect(keptMeanwhile).toEqual([1]));
  });

  it("keeps an unanswered card in the browser, and the cart sends it again under the same key", async () => {
    signIn();
    server.on("POST /Carts/items", unreachable);
    const tab = openTab();
    expect(await tab.add()).toBe(true);
    await waitFor(() => expect(keysSent()).toHaveLength(1));
    expect(kept()).toHaveLength(1);
    server.on("GET /Carts/me", () => cartOf());
    server.on("POST /Carts/items", () => cartOf(itemOf("itm_1")));
    const door = tab.open();
    await waitFor(() => expect(kept()).toEqual([]));
    const [first, again] = keysSent();
    expect(again).toEqual(first);
    await waitFor(() => expect(door.current.entries.map(({ isThere }) => isThere)).toEqual([true]));
  });

  it("sends only the added card, not those refused before", async () => {
    signIn();
    const refused = addToLocalCart({ ...chosen, price: 75 });
    server.on("POST /Carts/items", () => cartOf(itemOf("itm_1")));
    await openTab().add();
    await waitFor(() => expect(kept()).toEqual([refused]));
    expect(keysSent()[0]).not.toContain(refused?.key);
  });

  it("does not wait for a server that does not answer", async () => {
    signIn();
    const reply = held(() => cartOf(itemOf("itm_1")));
    server.on("POST /Carts/items", reply.answer);
    expect(await openTab().add()).toBe(true);
    expect(kept()).toHaveLength(1);
    reply.release();
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it("is not undone by a fetch that started earlier and returns the old cart", async () => {
    signIn();
    const before = held(() => cartOf());
    const reply = held(() => cartOf(itemOf("i1")));
    server.on("GET /Carts/me", before.answer);
    server.on("POST /Carts/items", reply.answer);
    const tab = openTab();
    await tab.add();
    await waitFor(() => expect(keysSent()).toHaveLength(1));
    const door = tab.open();
    await waitFor(() => expect(server.asked("GET /Carts/me")).toHaveLength(1));
    server.on("GET /Carts/me", () => cartOf(itemOf("i1")));
    reply.release();
    await waitFor(() => expect(kept()).toHaveLength(0));
    before.release();
    await waitFor(() => expect(door.current.cart.isFetching).toBe(false));
    expect(quantities(door)).toEqual([1]);
  });

  it("returns false if the cart is full", async () => {
    for (let price = 1; price <= 50; price += 1) addToLocalCart({ ...chosen, price: 1000 + price });
    expect(await openTab().add()).toBe(false);
  });
});

describe("useCart in two tabs", () => {
  it("sends nothing that the other tab has sent meanwhile", async () => {
    signIn();
    addToLocalCart(chosen);
    const cart = held(() => cartOf(itemOf("itm_1")));
    server.on("GET /Carts/me", cart.answer);
    const door = openTab().open();
    await waitFor(() => expect(server.asked("GET /Carts/me")).toHaveLength(1));
    localStorage.removeItem("products");
    cart.release();
    await waitFor(() => expect(quantities(door)).toEqual([1]));
    expect(server.asked("POST /Carts/items")).toHaveLength(0);
  });

  it("shows a card once if both tabs have sent it", async () => {
    signIn();
    addToLocalCart(chosen);
    // Like the server, accepts each key only once.
    const taken = new Set<string>();
    server.on("GET /Carts/me", () => cartOf(...[...taken].map((key) => itemOf(key))));
    server.on("POST /Carts/items", ({ body }) => {
      for (const { key = "" } of (body as { cartDetails: CartItem[] }).cartDetails) taken.add(key);
      return cartOf(...[...taken].map((key) => itemOf(key)));
    });
    const doors = [openTab().open(), openTab().open()];
    await waitFor(() => expect(kept()).toEqual([]));
    await waitFor(() => expect(doors.map(quantities)).toEqual([[1], [1]]));
  });

  it("refetches the cart when another tab reports a different count", async () => {
    signIn({ cartTotalCount: 1 });
    server.on("GET /Carts/me", () => cartOf(itemOf("itm_1")));
    const door = openTab().open();
    await waitFor(() => expect(quantities(door)).toEqual([1]));
    server.on("GET /Carts/me", () => cartOf(itemOf("itm_1"), itemOf("itm_2", 2)));
    act(() => signIn({ cartTotalCount: 3 }));
    await waitFor(() => expect(quantities(door)).toEqual([1, 2]));
  });

  it("shows what another tab could not send, and sends it on request", async () => {
    signIn();
    server.on("GET /Carts/me", () => cartOf());
    const door = openTab().open();
    await waitFor(() => expect(door.current.isPending).toBe(false));
    expect(door.current.onSend).toBeUndefined();
    server.on("POST /Carts/items", unreachable);
    await openTab().add();
    await waitFor(() => expect(door.current.onSend).toBeDefined());
    server.on("POST /Carts/items", () => cartOf(itemOf("itm_1")));
    act(() => door.current.onSend?.());
    await waitFor(() => expect(kept()).toEqual([]));
  });
});

async function opened(): Promise<Door> {
  const door = openTab().open();
  await waitFor(() => expect(quantities(door)).toEqual([1, 5]));
  return door;
}

const ask = (door: Door, quantity: number) => act(() => door.current.entries[0]?.onQuantity?.(quantity));

describe("useCartChanges", () => {
  beforeEach(() => {
    signIn();
    server.on("GET /Carts/me", () => cartOf(itemOf("itm_1"), itemOf("itm_2", 5)));
  });

  it("shows changes at once, and restores the confirmed cart if none gets an answer", async () => {
    const door = await opened();
    const refusal = held(unreachable);
    server.on("PUT /Carts/items", refusal.answer);
    server.on("GET /Carts/me", unreachable);
    ask(door, 2);
    await waitFor(() => expect(quantities(door)).toEqual([2, 5]));
    ask(door, 3);
    await waitFor(() => expect(quantities(door)).toEqual([3, 5]));
    refusal.release();
    await waitFor(() => expect(quantities(door)).toEqual([1, 5]));
    expect(server.asked("PUT /Carts/items")).toHaveLength(2);
  });

  it("changes the cause's share with the quantity", async () => {
    const item = itemOf("itm_1", 2, 5);
    server.on("GET /Carts/me", () => cartOf(item));
    const change = held(() => cartOf(item));
    server.on("PUT /Carts/items", change.answer);
    const door = openTab().open();
    await waitFor(() => expect(quantities(door)).toEqual([2]));
    ask(door, 3);
    await waitFor(() => expect(door.current.entries[0]?.item.charityShare).toBe(7.5));
    change.release();
  });

  it("keeps the first change if only the second fails", async () => {
    const door = await opened();
    server.on("PUT /Carts/items", ({ body }) => {
      const [item] = (body as ServerCart).cartDetails;
      return item?.quantity === 2 ? cartOf(itemOf("itm_1", 2), itemOf("itm_2", 5)) : unreachable();
    });
    server.on("GET /Carts/me", unreachable);
    ask(door, 2);
    ask(door, 3);
    await waitFor(() => expect(server.asked("PUT /Carts/items")).toHaveLength(2));
    await waitFor(() => expect(quantities(door)).toEqual([2, 5]));
  });

  it("ignores the reply to an earlier change", async () => {
    const door = await opened();
    const removal = held(() => cartOf(itemOf("itm_1")));
    const change = held(() => cartOf(itemOf("itm_1", 4)));
    server.on("DELETE /Carts/items/itm_2", removal.answer);
    server.on("PUT /Carts/items", change.answer);
    act(() => door.current.entries[1]?.onRemove?.());
    ask(door, 4);
    await waitFor(() => expect(quantities(door)).toEqual([4]));
    removal.release();
    await waitFor(() => expect(server.asked("PUT /Carts/items")).toHaveLength(1));
    expect(quantities(door)).toEqual([4]);
    change.release();
    await waitFor(() => expect(door.current.entries).toHaveLength(1));
  });

  it("restores an item that could not be removed, in its place", async () => {
    const door = await opened();
    const refusal = held(unreachable);
    server.on("DELETE /Carts/items/itm_1", refusal.answer);
    server.on("GET /Carts/me", unreachable);
    act(() => door.current.entries[0]?.onRemove?.());
    await waitFor(() => expect(quantities(door)).toEqual([5]));
    refusal.release();
    await waitFor(() => expect(quantities(door)).toEqual([1, 5]));
  });

  it("sends the other items after the refused one is removed", async () => {
    addToLocalCart(chosen);
    addToLocalCart({ ...chosen, price: 75 });
    server.on("POST /Carts/items", ({ body }) =>
      (body as { cartDetails: CartItem[] }).cartDetails.length > 1
        ? Response.json(
            { errorCode: "VALIDATION", errorMessage: "No.", fields: { "cartDetails[0].price": "Gone." } },
            { status: 400 },
          )
        : cartOf(itemOf("itm_1"), itemOf("itm_2", 5), itemOf("itm_3")),
    );
    const door = openTab().open();
    await waitFor(() => expect(door.current.entries.map(({ problem }) => problem)).toContain("Gone."));
    act(() => door.current.entries.find(({ problem }) => problem === "Gone.")?.onRemove?.());
    await waitFor(() => expect(kept()).toEqual([]));
    await waitFor(() => expect(quantities(door)).toEqual([1, 5, 1]));
  });
});
