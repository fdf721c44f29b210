// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cachedIn, createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { orderQuery } from "@/areas/consumer/checkout/payment";
import { paths } from "@/paths";
import { tellCardNews } from "@/session/cardNews";
import { loading } from "@/shared/page/loading";
import { OrderListPage } from "./OrderListPage";
import { OrderPage } from "./OrderPage";

const server = standInServer();

const order = {
  id: "ord_1",
  orderNumber: "cart1",
  status: "Paid",
  total: 75,
  cardCount: 2,
  paidWith: "Visa 1111",
  paidAt: "2025-03-05T17:04:00Z",
};
const card = {
  id: "crd_1",
  vendorId: "ten_1",
  vendorName: "Maple Leaf Books",
  cardNumber: "4001234567890010",
  cardValue: 25,
  charityShare: 0,
  cardType: 2,
  isGift: false,
  to: null,
  charityName: null,
};
const detail = {
  ...order,
  firstName: "Ann",
  lastName: "Roy",
  email: "ann@home.example",
  cards: [card, { ...card, id: "crd_2", cardValue: 50, isGift: true, to: "Rose", charityName: "Food Bank" }],
};
const pageOf = (items: object[]) => ({
  items,
  pageIndex: 1,
  pageSize: 10,
  totalPages: 1,
  totalItems: items.length,
});

function show(place: string) {
  const client = createQueryClient(() => undefined);
  const router = createMemoryRouter(
    [
      { path: paths.orders(), Component: OrderListPage },
      {
        path: paths.order(":id"),
        Component: OrderPage,
        ...loading({ needs: ({ params: { id = "" } }) => [orderQuery(id)] }),
      },
    ],
    { initialEntries: [place], ...cachedIn(client) },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const noCart = { id: null, total: 0, isLocal: false, isPaying: false, cartDetails: [] };

beforeEach(() => server.on("GET /Carts/me", () => noCart));
afterEach(cleanup);

describe("the orders", () => {
  it("are listed with what they came to and how they were paid, each leading to its receipt", async () => {
    server.on("GET /Orders/me", () => pageOf([order, { ...order, id: "ord_2", status: "Cancelled" }]));
    show(paths.orders());
    const [first, second] = await screen.findAllByRole("article");
    const shown = within(first as HTMLElement);
    const receipt = shown.getByRole("link", { name: "Order of Mar\u00a05,\u00a02025" });
    expect(receipt.getAttribute("href")).toBe("/orders/ord_1");
    for (const text of ["$75.00", "Paid", "2 cards · Visa •••• 1111"])
      expect(shown.getByText(text)).toBeDefined();
    expect(within(second as HTMLElement).getByText("Cancelled")).toBeDefined();
  });

  it("come with the payment that nobody knows the end of yet, until it is known", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.on("GET /Orders/me", () => pageOf([]));
    server.on("GET /Carts/me", () => ({ ...noCart, id: "cart2", isPaying: true }));
    show(paths.orders());
    const follow = await screen.findByRole("link", { name: "Follow the payment" });
    expect(follow.getAttribute("href")).toBe("/checkout-pending/cart2");
    server.on("GET /Carts/me", () => noCart);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Follow the payment" })).toBeNull());
    vi.useRealTimers();
  });

  it("say what to do when there are none", async () => {
    server.on("GET /Orders/me", () => pageOf([]));
    show(paths.orders());
    expect(await screen.findByText("No orders yet")).toBeDefined();
  });
});

describe("a receipt", () => {
  it("names the buyer, each card with its last digits, and the total, and no code", async () => {
    server.on("GET /Orders/ord_1", () => detail);
    show(paths.order("ord_1"));
    await screen.findByRole("heading", { name: "Receipt" });
    expect(await screen.findByText("Ann Roy, ann@home.example")).toBeDefined();
    expect(await screen.findByText("Visa •••• 1111")).toBeDefined();
    expect(await screen.findByText("•••• 0010 · gift for Rose · Food Bank")).toBeDefined();
    expect(await screen.findByRole("row", { name: "Total (CAD) $75.00" })).toBeDefined();
    expect(document.body.textContent).not.toContain(card.cardNumber);
    expect(await screen.findByRole("button", { name: "Print" })).toBeDefined();
  });

  it("says that its payment was taken back", async () => {
    server.on("GET /Orders/ord_1", () => ({ ...detail, status: "Reversed" }));
    show(paths.order("ord_1"));
    expect(await screen.findByText(/^The payment for this order was taken back/)).toBeDefined();
    expect(screen.queryByRole("link", { name: "Go to my wallet" })).toBeNull();
  });

  it("says by itself, while it is open, that its payment was taken back", async () => {
    server.on("GET /Orders/ord_1", () => detail);
    show(paths.order("ord_1"));
    await screen.findByText("Ann Roy, ann@home.example");
    expect(screen.queryByText(/was taken back/)).toBeNull();
    server.on("GET /Orders/ord_1", () => ({ ...detail, status: "Reversed" }));
    await act(async () => tellCardNews("crd_1"));
    expect(await screen.findByText(/^The payment for this order was taken back/)).toBeDefined();
  });
});
