// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { paths } from "@/paths";
import { OrderPage } from "./OrderPage";
import type { GiftAddressChange, OrderDossier } from "./queries";

const server = standInServer();

const change: GiftAddressChange = {
  cardId: "crd_1",
  cardNumber: "4001234567890010",
  oldEmail: "bob@home.example",
  newEmail: "carl@home.example",
  changedByName: "Mona Roy",
  changedByEmail: "mona@shop.example",
  changedAt: "2025-03-06T17:00:00Z",
};

async function showOrder(addressChanges: GiftAddressChange[]) {
  const order: OrderDossier = {
    id: "ord_1",
    orderNumber: "7q2n4w",
    status: "Paid",
    total: 25,
    cardCount: 1,
    paidWith: "Visa 1111",
    paidAt: "2025-03-05T17:00:00Z",
    createdAt: "2025-03-05T17:00:00Z",
    buyerId: "per_1",
    buyerName: "Ann Lee",
    buyerEmail: "ann@shop.example",
    cards: [],
    attempts: [],
    addressChanges,
    canBeCancelled: true,
    cancelledAt: null,
    cancelReason: null,
  };
  server.on("GET /Helpdesk/orders/ord_1", () => order);
  const router = createMemoryRouter([{ path: paths.admin.order(":id"), Component: OrderPage }], {
    initialEntries: [paths.admin.order("ord_1")],
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Order 7q2n4w" });
}

afterEach(cleanup);

describe("an order at the helpdesk", () => {
  it("tells where its gifts were sent before, and who sent them on", async () => {
    const again = { ...change, oldEmail: null, newEmail: "dora@home.example" };
    await showOrder([change, { ...again, changedAt: "2025-03-07T17:00:00Z" }]);
    const table = screen.getByRole("table", { name: "Gifts sent to another address" });
    const [, first, second] = within(table).getAllByRole("row");
    for (const text of [
      "•••• 0010",
      "bob@home.example",
      "carl@home.example",
      "Mona Roy",
      "mona@shop.example",
    ]) {
      expect(first?.textContent).toContain(text);
    }
    expect(second?.textContent).toContain("–");
    expect(second?.textContent).toContain("dora@home.example");
  });

  it("has no word about that as long as they went nowhere else", async () => {
    await showOrder([]);
    expect(screen.queryByText("Gifts sent to another address")).toBeNull();
  });
});
