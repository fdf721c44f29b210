// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { VendorCardPage } from "@/areas/admin/cards/VendorCardPage";
import { VendorLayout } from "@/areas/admin/tenants/vendors/VendorLayout";
import { adminPaths } from "@/adminPaths";
import { replaceProfile, type Profile } from "@/session/current";
import { HelpdeskPage } from "./HelpdeskPage";
import { SupportOrderPage } from "./SupportOrderPage";
import type { DeskCard, DeskOrder, OrderDossier } from "./queries";

const server = standInServer();

const SEARCHED = `${adminPaths.cards()}?searchText=Roy`;
const vendorArea = adminPaths.vendorArea("ten_books");

const card: DeskCard = {
  id: "crd_1",
  orderId: "ord_1",
  vendorId: "ten_books",
  vendorName: "Maple Leaf Books",
  cardNumber: "4001234567890010",
  cardBalance: 25,
  cardValue: 25,
  holderName: "Ann Roy",
  holderEmail: "ann@home.example",
  isActive: true,
  isCancelled: false,
  isGift: false,
  createdAt: "2025-03-05T17:00:00Z",
};

const order: DeskOrder = {
  id: "ord_1",
  orderNumber: "7q2n4w",
  status: "Paid",
  total: 25,
  cardCount: 1,
  paidWith: "Visa 1111",
  paidAt: "2025-03-05T17:00:00Z",
  createdAt: "2025-03-05T17:00:00Z",
  buyerId: "per_1",
  buyerName: "Ann Roy",
  buyerEmail: "ann@home.example",
};

const dossier: OrderDossier = {
  ...order,
  cards: [card],
  attempts: [],
  addressChanges: [],
  review: null,
  refunds: [],
  canBeRefunded: false,
  canBeCancelled: false,
  cancelledAt: null,
  cancelReason: null,
};

const nothing = { items: [], pageIndex: 1, pageSize: 10, totalPages: 0, totalItems: 0 };

function open(at: string) {
  replaceProfile({
    userId: "per_9",
    roles: ["ADMINISTRATOR"],
    tenantType: null,
    tenantIds: [],
  } as unknown as Profile);
  server.on("GET /Helpdesk/reviews", () => nothing);
  server.on("GET /Helpdesk/reversals", () => nothing);
  server.on("GET /Helpdesk/differences", () => nothing);
  server.on("GET /Helpdesk/search", () => ({
    cards: [card],
    orders: [order],
    people: [],
    cardCount: 1,
    orderCount: 1,
    personCount: 0,
  }));
  server.on("GET /Helpdesk/dead-letters", () => nothing);
  server.on("GET /Helpdesk/orders/ord_1", () => dossier);
  server.on("GET /Vendors/ten_books", () => ({
    id: "ten_books",
    displayName: "Maple Leaf Books",
    state: "ACTIVE",
  }));
  server.on("GET /Cards/crd_1", () => ({
    ...card,
    vendor: { displayName: "Maple Leaf Books", address: {} },
  }));
  server.on("GET /Cards/crd_1/transactions", () => nothing);
  const router = createMemoryRouter(
    [
      { path: adminPaths.cards(), Component: HelpdeskPage },
      { path: adminPaths.order(":id"), Component: SupportOrderPage },
      {
        Component: VendorLayout,
        children: [{ path: adminPaths.vendorArea(":vid").card(":id"), Component: VendorCardPage }],
      },
    ],
    { initialEntries: [at] },
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.pathname + router.state.location.search;
}

const follow = async (name: string) => {
  const link = await screen.findByRole("link", { name });
  await act(async () => fireEvent.click(link));
};

afterEach(cleanup);

describe("a card that was found in the helpdesk", () => {
  it("leads back to the search as it was left, by this way alone", async () => {
    const address = open(SEARCHED);
    await follow("See card 4001 2345 6789 0010");
    await waitFor(() => expect(address()).toBe(vendorArea.card("crd_1")));
    expect(screen.queryByRole("link", { name: "All vendors" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Back to Cards" })).toBeNull();
    await follow("Back to cards and orders");
    await waitFor(() => expect(address()).toBe(SEARCHED));
  });

  it("leads to its order, and that to the search", async () => {
    const address = open(SEARCHED);
    await follow("See card 4001 2345 6789 0010");
    await follow("See order");
    await waitFor(() => expect(address()).toBe(adminPaths.order("ord_1")));
    await follow("Back to cards and orders");
    await waitFor(() => expect(address()).toBe(SEARCHED));
  });

  it("leads back to its order when it was opened there, and from there to the search", async () => {
    const address = open(SEARCHED);
    await follow("See order 7q2n4w");
    await follow("See card 4001 2345 6789 0010");
    expect(screen.queryByRole("link", { name: "See order" })).toBeNull();
    await follow("Back to the order");
    await waitFor(() => expect(address()).toBe(adminPaths.order("ord_1")));
    await follow("Back to cards and orders");
    await waitFor(() => expect(address()).toBe(SEARCHED));
  });

  it("knows nothing of that for who came by another way", async () => {
    open(vendorArea.card("crd_1"));
    expect(await screen.findByRole("link", { name: "All vendors" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to Cards" })).toBeDefined();
    expect(screen.queryByRole("link", { name: "See order" })).toBeNull();
  });
});
