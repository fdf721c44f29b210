// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeUnansweredPayment } from "@/features/cart/unansweredPayment";
import { paths } from "@/paths";
import { cartOf, order } from "@/shared/testing/samples";
import { pageOf, refusal, renderApp, server, signInAs } from "@/testing/renderApp";

function show(changes: Parameters<typeof order>[0]) {
  server.on("GET /Orders/cart1", () => order(changes));
  server.on("GET /Orders/ord_1", () => order(changes));
  return renderApp(paths.checkoutPending("cart1"), { as: "shopper" });
}

/** Lets the page's time pass a hundred times as fast, because it asks again only after seconds. */
beforeEach(() => {
  const { setInterval, clearInterval } = globalThis;
  vi.useFakeTimers();
  const clock = setInterval(() => vi.advanceTimersByTime(500), 5);
  return () => clearInterval(clock);
});

describe("CheckoutPendingPage", () => {
  it("opens the order once it is cancelled", async () => {
    const { place } = show({ status: "Cancelled" });
    await waitFor(() => expect(place()).toBe(paths.order("ord_1")));
  });

  it("redirects to the orders if there is no such order", async () => {
    server.on("GET /Orders/zz", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Not there." }));
    server.on("GET /Orders/me", () => pageOf([]));
    const { place } = renderApp(paths.checkoutPending("zz"), { as: "shopper" });
    await waitFor(() => expect(place()).toBe(paths.orders()));
    expect(screen.queryByText(/Do not pay again/)).toBeNull();
  });

  it("shows that a charge was reversed", async () => {
    show({ status: "Open", isChargeVoided: true });
    expect(await screen.findByText(/we took the charge back/)).toBeDefined();
    expect(screen.queryByText(/^Nothing was charged/)).toBeNull();
  });

  it("shows what to do while no answer arrives, without a picture", async () => {
    server.on("GET /Orders/cart1", () => new Promise<never>(() => undefined));
    signInAs("shopper");
    storeUnansweredPayment("cart1");
    renderApp(paths.checkoutPending("cart1"), { as: "shopper" });
    expect(await screen.findByText(/^Do not pay again/)).toBeDefined();
    expect(document.querySelector("main .scene")).toBeNull();
  });

  it("refetches the cart while the payment is under review", async () => {
    server.on("GET /Carts/me", () => cartOf());
    show({ status: "Pending", paidAt: null });
    await waitFor(() => expect(server.asked("GET /Carts/me").length).toBeGreaterThan(0));
  });
});
