// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { keyOf } from "@/api/reading";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { addToLocalCart, readLocalCart, type CartItem } from "@/features/cart/localCart";
import type { ServerCart, ServerCartItem } from "@/features/cart/serverCart";
import { fill } from "@/shared/testing/visit";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { currentToasts } from "@/ui/toast";
import { CartPage } from "./CartPage";
import { press } from "@/ui/testing/press";

const session = vi.hoisted(() => ({
  keepCartCount: vi.fn(async (_count: number, _userId: string) => undefined),
}));
vi.mock("@/session/session", () => session);

const server = standInServer();
const showError = vi.fn<(text: string) => void>();

const address = { addressLine1: "12 Main", addressLine2: null, city: "", province: "", postalCode: "" };
const noGift = { isGift: false, to: null, recipientEmail: null, confirmEmail: null, from: null };

function item(changes: Partial<ServerCartItem> = {}): ServerCartItem {
  return {
    id: "itm_1",
    campaignId: null,
    campaign: null,
    charity: null,
    vendorId: "ten_1",
    vendor: { displayName: "Maple Leaf Books", logoPath: null, hue: null, address },
    cardName: "Maple Leaf Books",
    type: 2,
    quantity: 1,
    price: 25,
    total: 25,
    charityShare: null,
    ...noGift,
    giftMessage: null,
    isOnSale: true,
    problem: null,
    ...changes,
  };
}

function cart(...cartDetails: ServerCartItem[]): ServerCart {
  const total = cartDetails.reduce((sum, one) => sum + one.total, 0);
  return { id: "c1", total, isLocal: false, isPaying: false, cartDetails };
}

const { charityShare: _none, ...plain } = item();
const kept: CartItem = {
  ...plain,
  type: 2,
  vendor: { displayName: "Corner Bakery", logoPath: null, hue: null, address },
  price: 50,
  total: 50,
  to: "",
  recipientEmail: "",
  confirmEmail: "",
  from: "",
  giftMessage: "",
};

function show(client = createQueryClient(showError)) {
  const router = createMemoryRouter(
    [
      { path: paths.cart(), Component: CartPage },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [paths.cart()] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const total = () =>
  within(screen.getByRole("complementary", { name: "ORDER SUMMARY" })).getByText(/^Total/).nextSibling
    ?.textContent;

const undo = () => currentToasts().find(({ action }) => action?.label === "Undo")?.action;

beforeAll(installModalStandIns);
beforeEach(() => {
  localStorage.clear();
  session.keepCartCount.mockClear();
  showError.mockClear();
});
afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

describe("a guest's cart", () => {
  it("asks to sign in or register, and remembers the way back", async () => {
    addToLocalCart(kept);
    const router = show();
    await press("Proceed to checkout");
    const dialog = await screen.findByRole("dialog", { name: "Almost there" });
    expect(within(dialog).getByRole("link", { name: "Register" }).getAttribute("href")).toBe("/register");
    await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: "Sign In" })));
    expect(localStorage.getItem("redirectUrl")).toBe("/my-cart");
    await waitFor(() => expect(router.state.location.pathname).toBe("/signin"));
  });
});

const words = {
  isGift: true,
  to: "Zoé",
  recipientEmail: "zoe@home.exmaple",
  confirmEmail: "zoe@home.exmaple",
  from: "Ann",
  giftMessage: "Read on!",
};

async function correctAddress(): Promise<void> {
  await press("Edit the gift for Zoé");
  const dialog = await screen.findByRole("dialog", { name: "Edit the gift for Zoé" });
  expect(within(dialog).getByLabelText<HTMLInputElement>("Confirm Email").value).toBe("zoe@home.exmaple");
  fill("Recipient Email", " zoe@home.example ");
  await press("Save");
  await screen.findByText("Confirm email didn't match Recipient Email.");
  fill("Confirm Email", "zoe@home.example");
  await press("Save");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findByText("A gift for Zoé (zoe@home.example) from Ann");
}

it("says of each card what its cause gets, and of all of them together", async () => {
  const campaign = { name: "A Van With a Lift", logoPath: null };
  const charity = { name: "Ribbon Riders", logoPath: null };
  const cause = { type: 1, campaignId: "cam_1", campaign, charity, charityRate: 10 } as const;
  addToLocalCart({ ...kept, ...cause, quantity: 2 });
  addToLocalCart({ ...kept, ...cause, price: 25 });
  // Nobody is asked.
  show();
  const lines = await screen.findAllByRole("article");
  await within(lines[0] as HTMLElement).findByText("For Ribbon Riders: $10.00 (paid by the shop)");
  await within(lines[1] as HTMLElement).findByText("For Ribbon Riders: $2.50 (paid by the shop)");
  const summary = within(screen.getByRole("complementary", { name: "ORDER SUMMARY" }));
  expect(summary.getByText("For Ribbon Riders: $12.50 (paid by the shop)")).toBeDefined();
});

describe("a gift in the cart", () => {
  it("of a guest is put right in their browser", async () => {
    addToLocalCart({ ...kept, ...words });
    show();
    await correctAddress();
    expect(readLocalCart().cartDetails).toMatchObject([
      { recipientEmail: "zoe@home.example", confirmEmail: "zoe@home.example", giftMessage: "Read on!" },
    ]);
  });

  it("of somebody who is signed in is put right at the server", async () => {
    replaceProfile({ userId: "per_1" } as Profile);
    const right = { ...words, recipientEmail: "zoe@home.example", confirmEmail: "zoe@home.example" };
    server.on("GET /Carts/me", () => cart(item(words)));
    server.on("PUT /Carts/items", () => cart(item(right)));
    show();
    await screen.findByRole("spinbutton");
    await correctAddress();
    const [asked] = server.asked("PUT /Carts/items");
    expect(asked?.body).toMatchObject({ cartDetails: [{ id: "itm_1", quantity: 1, ...right }] });
  });

  it("that can't be bought can't be put right either", async () => {
    replaceProfile({ userId: "per_1" } as Profile);
    server.on("GET /Carts/me", () => cart(item({ ...words, isOnSale: false, problem: "Gone." })));
    show();
    await screen.findByText("A gift for Zoé (zoe@home.exmaple) from Ann");
    expect(screen.queryByRole("button", { name: "Edit the gift for Zoé" })).toBeNull();
  });
});

describe("the cart of somebody who is signed in", () => {
  beforeEach(() => replaceProfile({ userId: "per_1" } as Profile));

  it("is the server's, and tells all tabs how full it is", async () => {
    server.on("GET /Carts/me", () => cart(item({ quantity: 3, total: 75 }), item({ id: "itm_2" })));
    show();
    await waitFor(() => expect(total()).toBe("$100.00"));
    expect(await screen.findByText("Total (4 items)")).toBeDefined();
    expect(session.keepCartCount).toHaveBeenLastCalledWith(4, "per_1");
  });

  it("is not shown to whoever came while the reply to a change was on its way", async () => {
    const client = createQueryClient(showError);
    const set = vi.spyOn(client, "setQueryData");
    server.on("GET /Carts/me", () => cart(item()));
    server.on("PUT /Carts/items", () => {
      replaceProfile({ userId: "per_2" } as Profile);
      return cart(item({ quantity: 2, total: 50 }));
    });
    show(client);
    await screen.findByRole("spinbutton");
    await press("One more");
    await waitFor(() => expect(session.keepCartCount).toHaveBeenCalledWith(2, "per_1"));
    await waitFor(() => expect(client.isMutating()).toBe(0));
    const asked = keyOf("/api/v1/Carts/me");
    // What the press changed at once, of the cart that was there; and nothing of the reply.
    expect(set.mock.calls.map(([key]) => key)).toEqual([[...asked, "confirmed"], asked]);
  });

  it("takes what was chosen as a guest, under its name, and forgets it here", async () => {
    addToLocalCart(kept);
    const [chosen] = readLocalCart().cartDetails;
    server.on("GET /Carts/me", () => cart());
    server.on("POST /Carts/items", () => cart(item({ price: 50, total: 50 })));
    show();
    await waitFor(() => expect(readLocalCart().cartDetails).toEqual([]));
    const [asked] = server.asked("POST /Carts/items");
    await waitFor(() => expect(asked?.body).toEqual({ total: 50, isLocal: true, cartDetails: [chosen] }));
    await waitFor(() => expect(total()).toBe("$50.00"));
  });

  it("takes what waited here since their session ran out", async () => {
    addToLocalCart(kept);
    const { cartDetails } = readLocalCart();
    localStorage.setItem("products.per_1", localStorage.getItem("products") ?? "");
    localStorage.removeItem("products");
    server.on("GET /Carts/me", () => cart());
    server.on("POST /Carts/items", () => cart(item({ price: 50, total: 50 })));
    show();
    await waitFor(() => expect(server.asked("POST /Carts/items")).toHaveLength(1));
    expect(server.asked("POST /Carts/items")[0]?.body).toMatchObject({ cartDetails });
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });

  it("keeps here what the server didn't take, says so, and tries again when asked to", async () => {
    addToLocalCart(kept);
    let isOpen = false;
    server.on("GET /Carts/me", () => cart(item()));
    server.on("POST /Carts/items", () =>
      isOpen ? cart(item(), item({ id: "itm_2", price: 50, total: 50 })) : refusal(500, {}),
    );
    show();
    await screen.findByText(/kept in this browser/);
    await waitFor(() => expect(showError).toHaveBeenCalledTimes(1));
    expect(readLocalCart().cartDetails).toHaveLength(1);
    expect(total(), "all that was chosen").toBe("$75.00");
    isOpen = true;
    await press("Try again");
    await waitFor(() => expect(readLocalCart().cartDetails).toEqual([]));
    expect(screen.queryByText(/kept in this browser/)).toBeNull();
  });

  it("names what the server refuses among the things that were kept", async () => {
    addToLocalCart(kept);
    server.on("GET /Carts/me", () => cart(item()));
    server.on("POST /Carts/items", () =>
      refusal(400, {
        errorCode: "VALIDATION",
        errorMessage: "Please correct the marked fields.",
        fields: { "cartDetails[0].price": "This shop doesn't sell cards of this amount." },
      }),
    );
    show();
    expect(
      await screen.findByText("This shop doesn't sell cards of this amount. Remove it to continue."),
    ).toBeDefined();
    await press("Remove Corner Bakery");
    expect(readLocalCart().cartDetails).toEqual([]);
    expect(total()).toBe("$25.00");
  });

  it("marks what went off sale, which can only be removed", async () => {
    server.on("GET /Carts/me", () =>
      cart(item({ isOnSale: false, problem: "This shop doesn't sell cards at the moment." })),
    );
    server.on("DELETE /Carts/items/itm_1", () => cart());
    show();
    await screen.findByText("This shop doesn't sell cards at the moment. Remove it to continue.");
    expect(screen.queryByRole("spinbutton")).toBeNull();
    await press("Remove Maple Leaf Books");
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    await screen.findByText("Your shopping cart is empty.");
    await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("Removed from your cart"));
    expect(session.keepCartCount).toHaveBeenLastCalledWith(0, "per_1");
  });

  it("puts back what was removed by mistake, with its words", async () => {
    server.on("GET /Carts/me", () => cart(item({ ...words, giftMessage: "Enjoy!" })));
    server.on("DELETE /Carts/items/itm_1", () => cart());
    server.on("POST /Carts/items", () => cart(item({ id: "itm_2", ...words })));
    show();
    await screen.findByRole("spinbutton");
    await press("Remove Maple Leaf Books");
    await screen.findByText("Your shopping cart is empty.");
    await waitFor(() => expect(undo()).toBeDefined());
    await act(async () => undo()?.onPress());
    await screen.findByRole("spinbutton");
    const [asked] = server.asked("POST /Carts/items");
    expect(asked?.body).toMatchObject({ cartDetails: [{ to: "Zoé", giftMessage: "Enjoy!", price: 25 }] });
  });

  it("takes another number of cards, and shows the server's word in the end", async () => {
    server.on("GET /Carts/me", () => cart(item()));
    const another = item({ id: "itm_2", price: 100, total: 100 });
    server.on("PUT /Carts/items", () => cart(item({ quantity: 2, total: 50 }), another));
    show();
    await screen.findByRole("spinbutton");
    await press("One more");
    await waitFor(() => expect(total()).toBe("$150.00"));
    await waitFor(() => expect(server.asked("PUT /Carts/items")).toHaveLength(1));
    const [asked] = server.asked("PUT /Carts/items");
    await waitFor(() =>
      expect(asked?.body).toMatchObject({
        cartDetails: [{ id: "itm_1", quantity: 2, total: 50, price: 25 }],
      }),
    );
  });

  it("goes back to what the server says when it refuses another number", async () => {
    server.on("GET /Carts/me", () => cart(item()));
    server.on("PUT /Carts/items", () =>
      refusal(400, { errorCode: "CART_FROZEN", errorMessage: "A payment is being confirmed." }),
    );
    show();
    await screen.findByRole("spinbutton");
    await press("One more");
    await waitFor(() => expect(showError).toHaveBeenCalledWith("A payment is being confirmed."));
    await waitFor(() => expect(total()).toBe("$25.00"));
  });

  it("holds everything still while its payment is being confirmed, and leads to where that shows", async () => {
    addToLocalCart(kept);
    server.on("GET /Carts/me", () => ({ ...cart(item()), isPaying: true }));
    const router = show();
    await screen.findByText(
      "Do not pay again. Your cards will come by e-mail once the payment is confirmed.",
    );
    expect(screen.queryByRole("spinbutton")).toBeNull();
    expect(screen.queryByRole("button", { name: "Remove Maple Leaf Books" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Proceed to checkout" })).toBeNull();
    // What was chosen meanwhile waits.
    expect(readLocalCart().cartDetails).toHaveLength(1);
    expect(server.asked("POST /Carts/items")).toHaveLength(0);
    fireEvent.click(screen.getByRole("link", { name: "Follow the payment" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/checkout-pending/c1"));
  });

  it("says when it can't be fetched, and tries again", async () => {
    let isOpen = false;
    server.on("GET /Carts/me", () => (isOpen ? cart(item()) : refusal(500, {})));
    show();
    const again = await screen.findByRole("button", { name: "Try again" });
    isOpen = true;
    await act(async () => fireEvent.click(again));
    await waitFor(() => expect(total()).toBe("$25.00"));
  });
});
