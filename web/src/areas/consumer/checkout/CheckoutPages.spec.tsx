// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { fillAll } from "@/shared/testing/visit";
import { currentToasts, dismissToast } from "@/ui/toast";
import { loadAccept, tokenise } from "./accept";
import type * as AcceptModule from "./accept";
import { CheckoutPage } from "./CheckoutPage";
import { CheckoutSuccessPage } from "./CheckoutSuccessPage";

const session = vi.hoisted(() => ({ keepCartCount: vi.fn(async (_count: number) => undefined) }));
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
const cart = { id: "cart1", total: 50, isLocal: false, cartDetails: [item] };
const token = { dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT", dataValue: "eyJub25jZSI6MX0=" };
const card = {
  "Card Number": "4111111111111111",
  "Cardholder Name": "Ann Roy",
  "Expiration Month": "12",
  "Expiration Year": "2099",
  "Card code": "123",
};

async function show() {
  const router = createMemoryRouter(
    [
      { path: paths.checkout(), Component: CheckoutPage },
      { path: paths.checkoutSuccess(), Component: CheckoutSuccessPage },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [paths.checkout()] },
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
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

beforeEach(() => {
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
    expect(screen.getByLabelText<HTMLInputElement>("Card Number").value).toBe("4111 1111 1111 1111");
    expect(screen.getByText("Visa")).toBeDefined();
    await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  });

  it("sends the token and nothing of the card, and ends with an empty cart", async () => {
    const order = { orderId: "ord_1", orderNumber: "cart1", total: 50, cards: [] };
    server.on("POST /Orders/checkout", () => order);
    server.on("GET /Orders/ord_1", () => ({ id: "ord_1", status: "Paid", cards: [] }));
    const router = await show();
    await payWith(card);
    await screen.findByRole("heading", { name: "Congratulations!" });
    expect(router.state.location.search).toBe("?order=ord_1");
    const [asked] = server.asked("POST /Orders/checkout");
    expect(asked?.body).toEqual({
      amount: 50,
      orderNumber: "cart1",
      cardHolderName: "Ann Roy",
      opaqueDataValue: token.dataValue,
      opaqueDataDescriptor: token.dataDescriptor,
      appName: "funray",
    });
    await waitFor(() => expect(session.keepCartCount).toHaveBeenLastCalledWith(0));
  });

  it("that is declined says so, and begins again with empty fields", async () => {
    const errorMessage = "This transaction has been declined.";
    server.on("POST /Orders/checkout", () => refusal(400, { errorCode: "PAYMENT_DECLINED", errorMessage }));
    const router = await show();
    await payWith(card);
    const told = await screen.findByRole("alert");
    expect(told.textContent).toContain("Nothing was charged, and your cart is as it was.");
    expect(toasts()).toEqual([errorMessage]);
    expect(screen.getByLabelText<HTMLInputElement>("Card Number").value).toBe("");
    await waitFor(() => expect(screen.getByLabelText("Card Number").closest("fieldset:disabled")).toBeNull());
    expect(router.state.location.pathname).toBe(paths.checkout());
  });

  it.each([503, 500])("whose outcome nobody knows (%i) leads to where it is waited for", async (status) => {
    server.on("POST /Orders/checkout", () => refusal(status, { errorCode: "PAYMENT_PENDING" }));
    const router = await show();
    await payWith(card);
    await waitFor(() => expect(router.state.location.pathname).toBe("/checkout-pending/cart1"));
    expect(toasts()).toEqual([]);
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
    expect(screen.getByLabelText<HTMLInputElement>("Cardholder Name").value).toBe("Ann Roy");
  });

  it("shows what is paid for", async () => {
    await show();
    const summary = await screen.findByRole("complementary", { name: "ORDER SUMMARY" });
    expect(within(summary).getByText("Maple Leaf Books")).toBeDefined();
    expect(within(summary).getByText("2 × $25")).toBeDefined();
    expect(within(summary).getByText("Total (2 items)").nextSibling?.textContent).toBe("$50.00");
  });

  it("needs a cart: one that can't be loaded leads back, and is told", async () => {
    server.on("GET /Carts/me", () => refusal(500, { errorCode: "INTERNAL", errorMessage: "Broken." }));
    const router = await show();
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart()));
    expect(toasts()).toEqual(["Broken."]);
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
    await screen.findByText("Nothing can be paid here right now. Please try again later.");
    expect(screen.queryByLabelText("Card Number")).toBeNull();
  });
});
