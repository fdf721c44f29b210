// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { adminPaths } from "@/adminPaths";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { press } from "@/ui/testing/press";
import { SupportOrderPage } from "./SupportOrderPage";
import type { GiftAddressChange, OrderDossier, OrderReview, PaymentAttempt } from "./queries";

const server = standInServer();
installModalStandIns();

const change: GiftAddressChange = {
  cardId: "crd_1",
  cardNumber: "4001234567890010",
  oldEmail: "bob@home.example",
  newEmail: "carl@home.example",
  changedByName: "Mona Roy",
  changedByEmail: "mona@shop.example",
  changedAt: "2025-03-06T17:00:00Z",
};

const attempt = (state: string, amount: number): PaymentAttempt => ({
  id: `pay_${state}`,
  amount,
  state,
  reference: "7q2n4w",
  message: null,
  paidWith: null,
  avs: null,
  cvv: null,
  transactionId: null,
  sentAt: "2025-03-05T17:00:00Z",
  endedAt: null,
});

const review: OrderReview = {
  id: "rvw_1",
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  amount: 50,
  score: 70,
  reasons: [],
  buyerName: "Ann Lee",
  buyerEmail: "ann@shop.example",
  heldAt: "2025-03-06T17:00:00Z",
  decidedAt: null,
  isReleased: null,
  decidedByName: null,
  reason: null,
};

/** The order on the page. */
let shown: OrderDossier;

const unpaid = { total: null, paidWith: null, paidAt: null, canBeCancelled: false };

async function showOrder(more: Partial<OrderDossier>) {
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
    addressChanges: [],
    review: null,
    refunds: [],
    canBeCancelled: true,
    canBeRefunded: true,
    cancelledAt: null,
    cancelReason: null,
    ...more,
  };
  shown = order;
  server.on("GET /Helpdesk/orders/ord_1", () => order);
  const router = createMemoryRouter([{ path: adminPaths.order(":id"), Component: SupportOrderPage }], {
    initialEntries: [adminPaths.order("ord_1")],
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
    await showOrder({ addressChanges: [change, { ...again, changedAt: "2025-03-07T17:00:00Z" }] });
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

  it("shows its history after what can be done with it", async () => {
    server.on("GET /Audit", () => ({ items: [], pageIndex: 1, pageSize: 10, totalItems: 0, totalPages: 0 }));
    await showOrder({});
    const history = screen.getByRole("heading", { name: "History" });
    const action = screen.getByRole("button", { name: "Cancel this order" });
    expect(action.compareDocumentPosition(history)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("has no word about that as long as they went nowhere else", async () => {
    await showOrder({});
    expect(screen.queryByText("Gifts sent to another address")).toBeNull();
  });

  it("whose payment is held says who decides about it, and what is at stake", async () => {
    await showOrder({
      ...unpaid,
      status: "Pending",
      attempts: [attempt("DECLINED", 50), attempt("HELD", 75)],
    });
    expect(screen.getByText(/The gateway holds this payment/)).toBeDefined();
    expect(screen.getByText("Total").parentElement?.textContent).toContain("$75.00");
    expect(screen.getByText(/No cards yet/)).toBeDefined();
    expect(screen.queryByText("No card matches.")).toBeNull();
  });

  it.each([
    ["DECLINED", "Open", "No cards: the last payment was declined."],
    ["VOID_PENDING", "Pending", "No cards are made: the payment is voided."],
    ["VOIDED", "Open", "No cards are made: the payment is voided."],
    ["REVERSED", "Reversed", "No cards: the charge was taken back at the gateway."],
  ] as const)("whose latest payment is %s promises no cards", async (state, status, said) => {
    await showOrder({ ...unpaid, status, attempts: [attempt(state, 50)] });
    expect(screen.getByText(said)).toBeDefined();
    expect(screen.queryByText(/No cards yet/)).toBeNull();
  });

  it("whose charge was taken back can be checked again: a dispute may be won", async () => {
    server.on("POST /Helpdesk/orders/ord_1/checked", () => undefined);
    await showOrder({ ...unpaid, status: "Reversed", attempts: [attempt("REVERSED", 50)] });
    await press("Check the charge");
    await waitFor(() => expect(server.asked("POST /Helpdesk/orders/ord_1/checked")).toHaveLength(1));
  });

  it("says in words what the gateway checked", async () => {
    await showOrder({ attempts: [{ ...attempt("ISSUED", 50), avs: "P", cvv: "M" }] });
    expect(screen.getByText("Address: not checked; card code: matches")).toBeDefined();
  });

  it("that is voided shows it in its history at once", async () => {
    const entries = { items: [], pageIndex: 1, pageSize: 10, totalItems: 0, totalPages: 0 };
    server.on("GET /Audit", () => entries);
    server.on("POST /Helpdesk/orders/ord_1/voided", () => ({ ...shown, review: null }));
    await showOrder({ ...unpaid, status: "Pending", attempts: [attempt("REVIEW", 50)], review });
    await waitFor(() => expect(server.asked("GET /Audit")).toHaveLength(1));
    await press("Void");
    fireEvent.change(await screen.findByLabelText(/Reason/), { target: { value: "Stolen." } });
    await press("Void the charge");
    await waitFor(() => expect(server.asked("GET /Audit")).toHaveLength(2));
  });

  it("refunds the chosen cards with what is on each, under one key, and says so once", async () => {
    const desk = { orderId: "ord_1", vendorId: "ten_1", holderName: null, holderEmail: null, cardValue: 50 };
    const card = { ...desk, isActive: true, isCancelled: false, isGift: false, createdAt: change.changedAt };
    const cards = [
      { ...card, id: "crd_1", vendorName: "Maple Leaf Books", cardNumber: "•••• 0010", cardBalance: 29.99 },
      { ...card, id: "crd_2", vendorName: "Bean & Gull", cardNumber: "•••• 0020", cardBalance: 50.01 },
      { ...card, id: "crd_3", vendorName: "Spent Shop", cardNumber: "•••• 0030", cardBalance: 0 },
    ];
    const made = {
      id: "rfd_1",
      amount: 29.99,
      state: "PENDING",
      reason: "Closed",
      message: null,
      endedAt: null,
    };
    server.on("GET /Audit", () => ({ items: [], pageIndex: 1, pageSize: 10, totalItems: 0, totalPages: 0 }));
    const refunded = { ...made, requestedByName: "Adam Roy", requestedAt: change.changedAt };
    server.on("POST /Helpdesk/orders/ord_1/refunds", () => {
      const after = { ...shown, refunds: [refunded] };
      server.on("GET /Helpdesk/orders/ord_1", () => after);
      return after;
    });
    await showOrder({ cards, canBeCancelled: false });
    expect(screen.queryByRole("table", { name: "Refunds" })).toBeNull();
    await press("Refund cards");
    expect(await screen.findByRole("button", { name: "Refund $80.00" })).toBeDefined();
    expect(screen.queryByRole("checkbox", { name: /Spent Shop/ })).toBeNull();
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: "Closed" } });
    for (const shop of [/Bean & Gull/, /Maple Leaf Books/]) {
      fireEvent.click(screen.getByRole("checkbox", { name: shop }));
    }
    await press("Refund $0.00");
    expect(await screen.findByText("Please choose a card.")).toBeDefined();
    fireEvent.click(screen.getByRole("checkbox", { name: /Maple Leaf Books/ }));
    await press("Refund $29.99");
    const table = await screen.findByRole("table", { name: "Refunds" });
    expect(table.textContent).toContain("Waiting for the gateway");
    const [asked, ...more] = server.asked("POST /Helpdesk/orders/ord_1/refunds");
    expect(asked?.body).toEqual({ reason: "Closed", cards: [{ cardId: "crd_1", amount: 29.99 }] });
    expect(asked?.headers.get("idempotency-key")).toBeTruthy();
    expect(more).toEqual([]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("of whose cards nothing is left can't be refunded", async () => {
    await showOrder({ canBeRefunded: false });
    expect(screen.getByRole("button", { name: "Refund cards" }).hasAttribute("disabled")).toBe(true);
  });

  it("that nobody decides about has no such notice", async () => {
    await showOrder({ ...unpaid, status: "Open", attempts: [attempt("DECLINED", 50)] });
    expect(screen.queryByText(/The gateway holds this payment/)).toBeNull();
  });
});
