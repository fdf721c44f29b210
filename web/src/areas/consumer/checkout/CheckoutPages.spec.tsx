// @vitest-environment jsdom
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { keyOf } from "@/api/reading";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { fillAll, leave } from "@/shared/testing/visit";
import { currentToasts, dismissToast } from "@/ui/toast";
import { loadAccept, tokenise } from "./accept";
import type * as AcceptModule from "./accept";
import { CheckoutPage } from "./CheckoutPage";
import { CheckoutSuccessPage } from "./CheckoutSuccessPage";

const session = vi.hoisted(() => ({
  keepCartCount: vi.fn(async (_count: number, _userId: string) => undefined),
}));
vi.mock("@/session/session", () => session);
vi.mock("./accept", async (original) => ({
  ...(await original<typeof AcceptModule>()),
  loadAccept: vi.fn<typeof loadAccept>(async () => ({ dispatchData: () => undefined })),
  tokenise: vi.fn<typeof tokenise>(),
}));

const server = standInServer();

const gateway = { scriptUrl: "/Accept.js", apiUrl: "/xml", loginId: "LOGIN", clientKey: "KEY" };
const address = { addressLine1: "12 Main", addressLine2: null, city: "", province: "", postalCode: "" };
const item = {
  id: "itm_1",
  campaignId: null,
  campaign: null,
  charity: null,
  vendorId: "ten_1",
  vendor: { displayName: "Maple Leaf Books", logoPath: null, hue: null, address },
  cardName: "Maple Leaf Books",
  type: 2,
  quantity: 2,
  price: 25,
  total: 50,
  isGift: false,
  to: null,
  recipientEmail: null,
  confirmEmail: null,
  from: null,
  giftMessage: null,
  isOnSale: true,
  problem: null,
};
const cart = { id: "cart1", total: 50, isLocal: false, isPaying: false, cartDetails: [item] };
const token = { dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT", dataValue: "eyJub25jZSI6MX0=" };
const card = {
  "Card Number": "4111111111111111",
  "Cardholder Name": "Ann Roy",
  "Expiration Month": "12",
  "Expiration Year": "2099",
  "Card code": "123",
};

async function show(client = createQueryClient(() => undefined), place = paths.checkout()) {
  const router = createMemoryRouter(
    [
      { path: paths.checkout(), Component: CheckoutPage },
      { path: paths.checkoutSuccess(), Component: CheckoutSuccessPage },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [place] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const button = () => screen.getByRole("button", { name: "Pay $50.00" });
async function payWith(values: Record<string, string>) {
  await screen.findByLabelText("Card Number");
  fillAll(values);
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  await act(async () => fireEvent.click(button()));
}
const toasts = () => currentToasts().map(({ text }) => text);

// jsdom scrolls nothing.
const scrollIntoView = vi.fn<(options: ScrollIntoViewOptions) => void>();
Element.prototype.scrollIntoView = scrollIntoView;

beforeEach(() => {
  scrollIntoView.mockClear();
  replaceProfile({ userId: "per_1" } as Profile);
  vi.mocked(tokenise).mockReset().mockResolvedValue(token);
  session.keepCartCount.mockClear();
  for (const { id } of currentToasts()) dismissToast(id);
  server.on("GET /Carts/me", () => cart);
  server.on("GET /Public/settings", () => ({ gateway }));
});
afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

describe("paying", () => {
  it("is out of reach until everything is in order, and no field has a name to be sent under", async () => {
    await show();
    await screen.findByLabelText("Card Number");
    expect(button().getAttribute("aria-disabled")).toBe("true");
    for (const input of screen.getAllByRole("textbox")) expect(input.getAttribute("name")).toBeNull();
    fillAll(card);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>("Card Number").value).toBe("4111 1111 1111 1111"),
    );
    expect(await screen.findByText("Visa")).toBeDefined();
    await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  });

  it("stays open with what was typed when the cart can't be read again", async () => {
    const client = createQueryClient(() => undefined);
    const router = await show(client);
    const navigate = vi.spyOn(router, "navigate");
    const number = await screen.findByLabelText<HTMLInputElement>("Card Number");
    fillAll(card);
    server.on("GET /Carts/me", () => refusal(500, {}));
    await act(async () => {
      await client.refetchQueries({ queryKey: keyOf("/api/v1/Carts/me") });
      // Pages hear of it in the cache's next round.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve));
    });
    expect(client.getQueryState(keyOf("/api/v1/Carts/me"))?.status).toBe("error");
    expect(navigate).not.toHaveBeenCalled();
    expect(screen.getByLabelText("Card Number")).toBe(number);
    expect(number.value).toBe("4111 1111 1111 1111");
    await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  });

  it("leads back to the cart when that can't be read at all, and says why", async () => {
    server.on("GET /Carts/me", () => refusal(500, { traceId: "t1", errorMessage: "Not now." }));
    const router = await show();
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart()));
    await waitFor(() => expect(toasts()).toEqual(["Not now."]));
  });

  it("says what was raised, as it was when it was sold, and not while a shop is asked", async () => {
    const sold = {
      vendorId: "ten_1",
      vendorName: "Maple Leaf Books",
      cardValue: 50,
      cardType: 1,
      cardNumber: "1111222233334444",
    };
    const cards = [
      { ...sold, id: "crd_1", charityName: "Food for All", charityShare: 2.5, isGift: false, to: null },
      { ...sold, id: "crd_2", charityName: "Food for All", charityShare: 5, isGift: true, to: "Zoé" },
    ];
    server.on("POST /Orders/checkout", () => ({ orderId: "ord_1" }));
    server.on("GET /Orders/ord_1", () => ({ id: "ord_1", status: "Paid", cards }));
    server.on("GET /Vendors/ten_1", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }));
    await show();
    await payWith(card);
    expect(await screen.findByText("You raised $7.50 for Food for All.")).toBeDefined();
    const places = screen.getAllByRole("link", { name: /Maple Leaf Books/ }).map((link) => link.textContent);
    expect(places).toEqual([
      "Open the card, Maple Leaf Books, card ending in 4444",
      "Gift for Zoé, on its way, Maple Leaf Books, card ending in 4444",
    ]);
  });

  it("sends the token and nothing of the card, and ends with an empty cart", async () => {
    const order = { orderId: "ord_1", orderNumber: "cart1", total: 50, cards: [] };
    server.on("POST /Orders/checkout", () => order);
    server.on("GET /Orders/ord_1", () => ({ id: "ord_1", status: "Paid", cards: [] }));
    const router = await show();
    await payWith(card);
    await screen.findByRole("heading", { name: "Congratulations!" });
    await waitFor(() => expect(router.state.location.search).toBe("?order=ord_1"));
    const [asked] = server.asked("POST /Orders/checkout");
    expect(asked?.body).toEqual({
      amount: 50,
      orderNumber: "cart1",
      cardHolderName: "Ann Roy",
      opaqueDataValue: token.dataValue,
      opaqueDataDescriptor: token.dataDescriptor,
      appName: "funray",
    });
    await waitFor(() => expect(session.keepCartCount).toHaveBeenLastCalledWith(0, "per_1"));
  });

  it("that is declined says so, and begins again with empty fields", async () => {
    const errorMessage = "This transaction has been declined.";
    server.on("POST /Orders/checkout", () => refusal(400, { errorCode: "PAYMENT_DECLINED", errorMessage }));
    const router = await show();
    await payWith(card);
    const told = await screen.findByRole("alert");
    expect(told.textContent).toContain("Nothing was charged, and your cart is unchanged.");
    // The reason is in sight, wherever the field is that takes the focus.
    await waitFor(() => expect(scrollIntoView).toHaveBeenCalledWith({ block: "center" }));
    expect(screen.queryByText("Your payment is on its way")).toBeNull();
    await waitFor(() => expect(toasts()).toEqual([errorMessage]));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Card Number").value).toBe(""));
    await waitFor(() => expect(screen.getByLabelText("Card Number").closest("fieldset:disabled")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Card Number")));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.checkout()));

    server.on("POST /Orders/checkout", () => ({ orderId: "ord_1" }));
    server.on("GET /Orders/ord_1", () => ({ id: "ord_1", status: "Paid", cards: [] }));
    await payWith(card);
    await screen.findByRole("heading", { name: "Congratulations!" });
    expect(toasts()).toEqual([]);
  });

  it("for something that went off sale says what, and leads back to the cart", async () => {
    const problem = "Maple Leaf Books: This shop sells no cards right now.";
    server.on("POST /Orders/checkout", () => {
      server.on("GET /Carts/me", () => ({ ...cart, cartDetails: [{ ...item, isOnSale: false, problem }] }));
      const fields = { "cartDetails[0]": problem };
      return refusal(400, {
        errorCode: "VALIDATION",
        errorMessage: "Please correct the marked fields.",
        fields,
      });
    });
    const router = await show();
    await payWith(card);
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart()));
    await waitFor(() => expect(toasts()[0]).toMatch(/^Maple Leaf Books: .* Nothing was charged/));
  });

  it("for a cart that costs something else by now says so, and shows what it costs", async () => {
    const amount = "This is not what the cart costs. Please reload your cart.";
    server.on("POST /Orders/checkout", () => {
      server.on("GET /Carts/me", () => ({ ...cart, total: 60 }));
      return refusal(400, {
        errorCode: "VALIDATION",
        errorMessage: "Please correct the marked fields.",
        fields: { amount },
      });
    });
    await show();
    await payWith(card);
    expect((await screen.findByRole("alert")).textContent).toContain(amount);
    await screen.findByRole("button", { name: "Pay $60.00" });
  });

  it("that was charged and taken back doesn't say that nothing was charged", async () => {
    const errorMessage = "Your cards could not be made, so we took the charge back. Please try again later.";
    server.on("POST /Orders/checkout", () => refusal(400, { errorCode: "PAYMENT_CANCELLED", errorMessage }));
    await show();
    await payWith(card);
    expect((await screen.findByRole("alert")).textContent).toBe(errorMessage);
  });

  it.each([503, 500])("whose outcome nobody knows (%i) leads to where it is waited for", async (status) => {
    server.on("POST /Orders/checkout", () => refusal(status, { errorCode: "PAYMENT_PENDING" }));
    const router = await show();
    await payWith(card);
    await waitFor(() => expect(router.state.location.pathname).toBe("/checkout-pending/cart1"));
    expect(toasts()).toEqual([]);
  });

  it("that is being confirmed already is not asked for again", async () => {
    server.on("GET /Carts/me", () => ({ ...cart, isPaying: true }));
    const router = await show();
    await waitFor(() => expect(router.state.location.pathname).toBe("/checkout-pending/cart1"));
    expect(server.asked("POST /Orders/checkout")).toEqual([]);
  });

  it("with a card that the gateway doesn't take says each of its sentences, and asks nobody for money", async () => {
    const { RefusedCard } = await vi.importActual<typeof AcceptModule>("./accept");
    vi.mocked(tokenise).mockRejectedValue(new RefusedCard(["Please provide valid CVV.", ""]));
    await show();
    await payWith(card);
    await waitFor(() =>
      expect(toasts()).toEqual([
        "Please provide valid CVV.",
        "The card could not be read. Please check it and try again.",
      ]),
    );
    expect(server.asked("POST /Orders/checkout")).toEqual([]);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>("Cardholder Name").value).toBe("Ann Roy"),
    );
  });

  it("says before and while paying that there is no network, keeps the form, and goes on when there is", async () => {
    const { UnreachedGateway } = await vi.importActual<typeof AcceptModule>("./accept");
    await show();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void dispatchEvent(new Event("offline")));
    expect((await screen.findByRole("alert")).textContent).toMatch(/^You are offline\..*nothing was charged/);
    vi.mocked(tokenise).mockRejectedValueOnce(new UnreachedGateway());
    await payWith(card);
    online.mockReturnValue(true);
    act(() => void dispatchEvent(new Event("online")));
    const told = await screen.findByText("The payment gateway can’t be reached.");
    expect(told.parentElement?.textContent).toContain("Nothing was sent and nothing was charged.");
    expect(screen.getByLabelText<HTMLInputElement>("Card Number").value).toBe("4111 1111 1111 1111");
    expect(toasts()).toEqual([]);

    server.on("POST /Orders/checkout", () => ({ orderId: "ord_1" }));
    server.on("GET /Orders/ord_1", () => ({ id: "ord_1", status: "Paid", cards: [] }));
    await act(async () => fireEvent.click(button()));
    await screen.findByRole("heading", { name: "Congratulations!" });
  });

  it("takes the year as the card prints it, and says at once that the month is over", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-06-15T12:00:00Z"), toFake: ["Date"] });
    await show();
    await screen.findByLabelText("Card Number");
    fillAll({ "Expiration Month": "01" });
    await leave("Expiration Month");
    fillAll({ "Expiration Year": "26" });
    await leave("Expiration Year");
    expect(screen.getByLabelText<HTMLInputElement>("Expiration Year").value).toBe("2026");
    expect(await screen.findByText("Please provide valid expiration month")).toBeDefined();
    fillAll({ "Expiration Year": "27" });
    await leave("Expiration Year");
    await waitFor(() => expect(screen.queryByText("Please provide valid expiration month")).toBeNull());
    vi.useRealTimers();
  });

  it.each(["", "?order=nope", "?order=ord_9"])(
    "success at %j is no reason to congratulate",
    async (search) => {
      server.on("GET /Orders/nope", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }));
      server.on("GET /Orders/ord_9", () => ({ id: "ord_9", status: "Cancelled", cards: [] }));
      const router = await show(undefined, paths.checkoutSuccess() + search);
      await waitFor(() => expect(router.state.location.pathname).toBe(paths.orders()));
      expect(screen.queryByText("Congratulations!")).toBeNull();
    },
  );

  it("shows what is paid for", async () => {
    await show();
    const summary = await screen.findByRole("complementary", { name: "ORDER SUMMARY" });
    expect(within(summary).getByText("Maple Leaf Books", { selector: "li > span > span" })).toBeDefined();
    expect(within(summary).getByText("2 × $25")).toBeDefined();
    expect(within(summary).getByText("Total (2 items)").nextSibling?.textContent).toBe("$50.00");
  });

  it("needs a cart: one that can't be loaded leads back, and is told", async () => {
    server.on("GET /Carts/me", () => refusal(500, { errorCode: "INTERNAL", errorMessage: "Broken." }));
    const router = await show();
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart()));
    await waitFor(() => expect(toasts()).toEqual(["Broken."]));
  });

  it.each([
    ["an empty cart", { ...cart, cartDetails: [] }],
    ["a cart with something that is off sale", { ...cart, cartDetails: [{ ...item, isOnSale: false }] }],
  ])("is not for %s", async (_words, given) => {
    server.on("GET /Carts/me", () => given);
    const router = await show();
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart()));
  });

  it("is not offered where there is no gateway", async () => {
    server.on("GET /Public/settings", () => ({ gateway: null }));
    await show();
    await screen.findByText("We can’t take payments right now. Please try again later.");
    expect(screen.queryByLabelText("Card Number")).toBeNull();
  });
});
