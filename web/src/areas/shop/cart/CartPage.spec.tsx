// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { keyOf } from "@/api/reading";
import { addToLocalCart, readLocalCart } from "@/features/cart/localCart";
import { chosenCard } from "@/features/cart/testing/samples";
import { paths } from "@/paths";
import { rememberedRedirect } from "@/session/redirect";
import { storeCartCount } from "@/session/session";
import { bookshop, cartItem as item, cartOf as cart } from "@/shared/testing/samples";
import { fill } from "@/shared/testing/fields";
import { refusal, renderApp, server, signInAs, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import { currentToasts } from "@/ui/overlay/toast";

vi.mock("@/session/session", async (original) => ({
  ...(await original<typeof import("@/session/session")>()),
  storeCartCount: vi.fn<typeof storeCartCount>(async () => undefined),
}));

const kept = chosenCard({
  vendor: { ...bookshop, displayName: "Corner Bakery" },
  price: 50,
  total: 50,
});

const showToGuest = () => renderApp(paths.cart());
const show = () => renderApp(paths.cart(), { as: "shopper" });

const total = () =>
  within(screen.getByRole("complementary", { name: "ORDER SUMMARY" })).getByText(/^Total/).nextSibling
    ?.textContent;

const undo = () => currentToasts().find(({ action }) => action?.label === "Undo")?.action;

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
  // In the dialog's foot, which stays in view while the form scrolls.
  const foot = dialog.lastElementChild as HTMLElement;
  expect(foot.contains(within(dialog).getByLabelText("Confirm Email"))).toBe(false);
  expect(within(foot).getByRole("button", { name: "Save" })).toBeDefined();
  await press("Save");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findByText("A gift for Zoé (zoe@home.example) from Ann");
}

it("CartPage: shows the cause's share of each card and the total of each cause", async () => {
  const campaign = { name: "A Van With a Lift", logoPath: null };
  const charity = { name: "Ribbon Riders", logoPath: null };
  const cause = { type: 1, campaignId: "cam_1", campaign, charity, charityRate: 10 } as const;
  addToLocalCart({ ...kept, ...cause, quantity: 2 });
  addToLocalCart({ ...kept, ...cause, price: 25 });
  // No request is sent.
  showToGuest();
  const lines = await screen.findAllByRole("article");
  await within(lines[0] as HTMLElement).findByText(
    "$10.00 to A Van With a Lift (Ribbon Riders), paid by the shop",
  );
  await within(lines[1] as HTMLElement).findByText(
    "$2.50 to A Van With a Lift (Ribbon Riders), paid by the shop",
  );
  const summary = within(screen.getByRole("complementary", { name: "ORDER SUMMARY" }));
  expect(summary.getByText("$12.50 to Ribbon Riders, paid by the shop")).toBeDefined();
});

it("CartPage: shows the specification's capitals like other titles", async () => {
  addToLocalCart(kept);
  showToGuest();
  const summary = await screen.findByRole("heading", { name: "ORDER SUMMARY" });
  const title = screen.getByRole("heading", { level: 1, name: "MY SHOPPING CART" });
  for (const heading of [title, summary]) expect(heading.className).toContain("sentence-case");
});

it("CartPage: keeps its button's words in one line on a phone, for guests too", async () => {
  const oneLine = "min-[22.5rem]:whitespace-nowrap";
  addToLocalCart(kept);
  showToGuest();
  expect((await screen.findByRole("button", { name: "Proceed to checkout" })).className).toContain(oneLine);
  cleanup();
  localStorage.clear();
  server.on("GET /Carts/me", () => cart(item()));
  show();
  expect((await screen.findByRole("link", { name: "Proceed to checkout" })).className).toContain(oneLine);
});

it("CartPage: is the page a guest returns to after registering in order to pay", async () => {
  addToLocalCart(kept);
  showToGuest();
  await press("Proceed to checkout");
  const dialog = within(await screen.findByRole("dialog"));
  await act(async () => fireEvent.click(dialog.getByRole("link", { name: "Register" })));
  expect(rememberedRedirect()).toBe(paths.cart());
});

describe("GiftNote", () => {
  it("saves a signed-in user's correction on the server", async () => {
    const right = { ...words, recipientEmail: "zoe@home.example", confirmEmail: "zoe@home.example" };
    server.on("GET /Carts/me", () => cart(item(words)));
    server.on("PUT /Carts/items", () => cart(item(right)));
    show();
    await screen.findByRole("spinbutton");
    await correctAddress();
    const [asked] = server.asked("PUT /Carts/items");
    expect(asked?.body).toMatchObject({ cartDetails: [{ id: "itm_1", quantity: 1, ...right }] });
  });

  it("asks before a changed message is lost", async () => {
    server.on("GET /Carts/me", () => cart(item(words)));
    show();
    await press("Edit the gift for Zoé");
    const dialog = await screen.findByRole("dialog", { name: "Edit the gift for Zoé" });
    fireEvent.change(within(dialog).getByLabelText(/^Gift Message/), { target: { value: "Enjoy!" } });
    fireEvent.keyDown(dialog, { key: "Escape" });
    const question = await screen.findByRole("dialog", { name: "Unsaved Changes" });
    fireEvent.click(within(question).getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(question.isConnected).toBe(false));
    fireEvent.keyDown(dialog, { key: "Escape" });
    await press("Discard changes");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("offers no correction for a card that can't be bought", async () => {
    server.on("GET /Carts/me", () => cart(item({ ...words, isOnSale: false, problem: "Gone." })));
    show();
    await screen.findByText("A gift for Zoé (zoe@home.exmaple) from Ann");
    expect(screen.queryByRole("button", { name: "Edit the gift for Zoé" })).toBeNull();
  });
});

describe("CartPage of a signed-in user", () => {
  it("ignores a reply that arrives after another user has signed in", async () => {
    server.on("GET /Carts/me", () => cart(item()));
    server.on("PUT /Carts/items", () => {
      signInAs("shopper", { userId: "per_2" });
      return cart(item({ quantity: 2, total: 50 }));
    });
    const { client } = show();
    const set = vi.spyOn(client, "setQueryData");
    await screen.findByRole("spinbutton");
    await press("One more");
    await waitFor(() => expect(storeCartCount).toHaveBeenCalledWith(2, "per_1"));
    await waitFor(() => expect(client.isMutating()).toBe(0));
    const asked = keyOf("/api/v1/Carts/me");
    // Only the optimistic update of the first person's cart was written, not the reply.
    expect(set.mock.calls.map(([key]) => key)).toEqual([[...asked, "confirmed"], asked]);
  });

  it("restores the items that were parked when the session ended", async () => {
    addToLocalCart(kept);
    const { cartDetails } = readLocalCart();
    localStorage.setItem("products.per_1", localStorage.getItem("products") ?? "");
    localStorage.removeItem("products");
    server.on("GET /Carts/me", () => cart());
    server.on("POST /Carts/items", () => cart(item({ price: 50, total: 50 })));
    show();
    await waitFor(() => expect(server.asked("POST /Carts/items")).toHaveLength(1));
    expect(server.asked("POST /Carts/items")[0]?.body).toMatchObject({ cartDetails });
    await waitFor(() => expect(localStorage.getItem("products.per_1")).toBeNull());
  });

  it("shows the server's message next to the refused item", async () => {
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

  it("marks an item that went off sale, which can only be removed", async () => {
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
    await waitFor(() => expect(toasts()).toContain("Removed from your cart"));
    expect(storeCartCount).toHaveBeenLastCalledWith(0, "per_1");
  });

  it("restores a removed item with its message", async () => {
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

  it("allows no changes while its payment is being confirmed, and links to the payment", async () => {
    addToLocalCart(kept);
    server.on("GET /Carts/me", () => ({ ...cart(item()), isPaying: true }));
    const { router } = show();
    await screen.findByText("Do not pay again. Your cards will come by email once the payment is confirmed.");
    expect(screen.queryByRole("spinbutton")).toBeNull();
    expect(screen.queryByRole("button", { name: "Remove Maple Leaf Books" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Proceed to checkout" })).toBeNull();
    // Items chosen meanwhile stay in the local cart.
    expect(readLocalCart().cartDetails).toHaveLength(1);
    expect(server.asked("POST /Carts/items")).toHaveLength(0);
    fireEvent.click(screen.getByRole("link", { name: "Follow the payment" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/checkout-pending/cart1"));
  });

  it("reports a failed load, and tries again", async () => {
    let isOpen = false;
    server.on("GET /Carts/me", () => (isOpen ? cart(item()) : refusal(500, {})));
    show();
    const again = await screen.findByRole("button", { name: "Try again" });
    isOpen = true;
    await act(async () => fireEvent.click(again));
    await waitFor(() => expect(total()).toBe("$25.00"));
  });
});
