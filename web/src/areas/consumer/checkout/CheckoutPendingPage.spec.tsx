// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { paths } from "@/paths";
import { CheckoutPendingPage } from "./CheckoutPendingPage";

const server = standInServer();

function show(order: object) {
  server.on("GET /Orders/cart1", () => ({ id: "ord_1", isChargeVoided: false, ...order }));
  const router = createMemoryRouter(
    [
      { path: paths.checkoutPending(":orderNumber"), Component: CheckoutPendingPage },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [paths.checkoutPending("cart1")] },
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("the page of a payment that is being confirmed", () => {
  it.each([
    ["Paid", paths.checkoutSuccess("ord_1")],
    ["Cancelled", paths.order("ord_1")],
  ])("leads on by itself once the order is %s", async (status, place) => {
    const router = show({ status });
    const here = () => router.state.location.pathname + router.state.location.search;
    await waitFor(() => expect(here()).toBe(place));
  });

  it("says when nothing was charged", async () => {
    show({ status: "Open" });
    expect(await screen.findByText(/^Nothing was charged/)).toBeDefined();
  });

  it("says when it was charged, and the charge was taken back", async () => {
    show({ status: "Open", isChargeVoided: true });
    expect(await screen.findByText(/we took the charge back/)).toBeDefined();
    expect(screen.queryByText(/^Nothing was charged/)).toBeNull();
  });
});
