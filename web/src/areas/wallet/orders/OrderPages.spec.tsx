// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import { cartOf, order, orderCard, orderInList } from "@/shared/testing/samples";
import { pageOf, renderApp, server } from "@/testing/renderApp";

const shopper = { as: "shopper" } as const;
const detail = order({
  cards: [
    orderCard(),
    orderCard({
      id: "crd_2",
      cardValue: 50,
      isGift: true,
      to: "Rose",
      charityName: "Food Bank",
      charityShare: 5,
      charityShareKept: 5,
    }),
  ],
});

describe("OrderListPage", () => {
  it("lists the orders with total and payment card, each linked to its receipt", async () => {
    const cancelled = orderInList({ id: "ord_2", status: "Cancelled" });
    server.on("GET /Orders/me", () => pageOf([orderInList(), cancelled]));
    renderApp(paths.orders(), shopper);
    const [first, second] = await screen.findAllByRole("article");
    const shown = within(first as HTMLElement);
    const receipt = shown.getByRole("link", { name: "Maple Leaf Books" });
    expect(receipt.getAttribute("href")).toBe("/orders/ord_1");
    for (const text of ["$75.00", "Paid", /^Mar\s5,\s2025 · 2 cards · Visa •••• 1111$/])
      expect(shown.getByText(text)).toBeDefined();
    expect(within(second as HTMLElement).getByText("Cancelled")).toBeDefined();
  });

  it("shows refunds, and payments that are being confirmed", async () => {
    const refunded = orderInList({ refundedAmount: 25, refundedAt: "2025-03-06T17:04:00Z" });
    const pending = orderInList({ id: "ord_2", status: "Pending", paidAt: null, paidWith: null });
    server.on("GET /Orders/me", () => pageOf([pending, refunded]));
    renderApp(paths.orders(), shopper);
    const [first, second] = await screen.findAllByRole("article");
    expect(within(first as HTMLElement).getByText("Being confirmed")).toBeDefined();
    expect(within(second as HTMLElement).getByText("$25.00 refunded")).toBeDefined();
  });

  it("links to a payment that is being confirmed, until its outcome is known", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.on("GET /Orders/me", () => pageOf([]));
    server.on("GET /Carts/me", () => ({ ...cartOf(), isPaying: true }));
    renderApp(paths.orders(), shopper);
    const follow = await screen.findByRole("link", { name: "Follow the payment" });
    expect(follow.getAttribute("href")).toBe("/checkout-pending/cart1");
    server.on("GET /Carts/me", () => cartOf());
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Follow the payment" })).toBeNull());
  });

  it("shows what to do if there are no orders", async () => {
    server.on("GET /Orders/me", () => pageOf([]));
    renderApp(paths.orders(), shopper);
    expect(await screen.findByText("No orders yet")).toBeDefined();
  });
});

describe("OrderPage", () => {
  it("shows the buyer, each card with its last digits, and the total, but no code", async () => {
    server.on("GET /Orders/ord_1", () => detail);
    renderApp(paths.order("ord_1"), shopper);
    await screen.findByRole("heading", { name: "Receipt" });
    for (const text of [
      "Ann Roy, ann@home.example",
      "Visa •••• 1111",
      "•••• 0010 · gift for Rose · $5.00 to Food Bank",
      "$5.00 to Food Bank, paid by the shop",
    ])
      expect(screen.getByText(text)).toBeDefined();
    expect(await screen.findByRole("row", { name: "Total (CAD) $75.00" })).toBeDefined();
    expect(document.body.textContent).not.toContain(orderCard().cardNumber);
    expect(await screen.findByRole("button", { name: "Print" })).toBeDefined();
  });

  it("shows the refund with its card and date, and the cause's remaining share", async () => {
    const refunded = order({
      refundedAmount: 25,
      refundedAt: "2025-03-06T17:04:00Z",
      cards: [
        orderCard({ refundedAmount: 25, charityName: "Food Bank", charityShare: 2.5 }),
        orderCard({
          id: "crd_2",
          cardValue: 50,
          charityName: "Food Bank",
          charityShare: 5,
          charityShareKept: 5,
        }),
      ],
    });
    server.on("GET /Orders/ord_1", () => refunded);
    renderApp(paths.order("ord_1"), shopper);
    await screen.findByRole("heading", { name: "Receipt" });
    const refund = await screen.findByRole("row", { name: /^Refunded to Visa •••• 1111, Mar\s6,\s2025/ });
    expect(refund.textContent).toContain("-$25.00");
    expect(screen.getByRole("row", { name: "Paid after refunds $50.00" })).toBeDefined();
    expect(screen.getByText("$25.00 refunded")).toBeDefined();
    expect(screen.getByText("$5.00 to Food Bank, paid by the shop")).toBeDefined();
  });

  it("names a buyer without a name by the email address", async () => {
    server.on("GET /Orders/ord_1", () => order({ firstName: "", lastName: "" }));
    renderApp(paths.order("ord_1"), shopper);
    expect((await screen.findByText("Buyer")).nextSibling?.textContent).toBe("ann@home.example");
  });

  it("names the brand that sold it, on the other brand's page too", async () => {
    server.on("GET /Orders/ord_1", () => order({ brand: "rayzr" }));
    renderApp(paths.order("ord_1"), shopper);
    expect(await screen.findByText("RayZR Cards Inc.")).toBeDefined();
    expect(within(screen.getByRole("article")).queryByText("FunRay Community Cards Inc.")).toBeNull();
  });
});
