// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import { order } from "@/shared/testing/samples";
import { renderApp, server } from "@/testing/renderApp";

function show(changes: Parameters<typeof order>[0]) {
  server.on("GET /Orders/cart1", () => order(changes));
  server.on("GET /Orders/ord_1", () => order(changes));
  return renderApp(paths.checkoutPending("cart1"), { as: "shopper" });
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1000 }));

describe("the page of a payment that is being confirmed", () => {
  it.each([
    ["Paid", paths.checkoutSuccess("ord_1")],
    ["Cancelled", paths.order("ord_1")],
  ] as const)("leads on by itself once the order is %s", async (status, place) => {
    const { place: here } = show({ status });
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
