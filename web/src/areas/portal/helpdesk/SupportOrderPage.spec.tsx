// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { wishToRefund } from "@/areas/portal/kit/refundWish";
import { currentPageActions } from "@/shared/page/pageActions";
import { refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { GiftAddressChange, OrderDossier, PaymentAttempt } from "./queries";
import { deskCard, dossier, orderReview } from "./testing/samples";

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
  reason: null,
  paidWith: null,
  avs: null,
  cvv: null,
  transactionId: null,
  sentAt: "2025-03-05T17:00:00Z",
  endedAt: null,
});

/** The order on the page. */
let shown: OrderDossier;

const unpaid = { total: null, paidWith: null, paidAt: null, canBeCancelled: false };

async function showOrder(more: Partial<OrderDossier>) {
  shown = dossier(more);
  server.on("GET /Helpdesk/orders/ord_1", () => shown);
  renderApp(adminPaths.order("ord_1"), { as: "administrator" });
  await screen.findByRole("heading", { name: "Order 7q2n4w" });
}

const TIMELINE = "GET /Helpdesk/cases/order/ord_1/timeline";

describe("SupportOrderPage", () => {
  it("shows earlier addresses of gifts, and who changed them", async () => {
    const again = { ...change, oldEmail: null, newEmail: "dora@home.example" };
    await showOrder({ addressChanges: [change, { ...again, changedAt: "2025-03-07T17:00:00Z" }] });
    const table = screen.getByRole("table", { name: "Gifts sent to another address" });
    const [, first, second] = within(table).getAllByRole("row");
    expect(screen.queryByText(/The gateway holds this payment/)).toBeNull();
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

  it("offers all actions in one menu, and a note in the timeline or from the palette", async () => {
    await showOrder({});
    const menu = within(screen.getByLabelText("Actions"));
    const names = menu.getAllByRole("button", { hidden: true }).map(({ textContent }) => textContent);
    expect(names).toEqual(["Check the charge", "Refund cards", "Cancel this order"]);
    expect(screen.getAllByRole("button", { name: "Add a note", hidden: true })).toHaveLength(1);
    // The page registers its actions after it is drawn.
    const addNote = await vi.waitUntil(() =>
      currentPageActions().find(({ label }) => label === "Add a note"),
    );
    act(() => addNote.run?.());
    expect(await screen.findByLabelText("Note")).toBeDefined();
  });

  it("shows no earlier addresses when there were none", async () => {
    await showOrder({});
    expect(screen.queryByText("Gifts sent to another address")).toBeNull();
  });

  it("shows who decides about a held payment, and what is at stake", async () => {
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
    ["REVERSED", "Reversed", "No cards: the charge was reversed at the gateway."],
  ] as const)("promises no cards when the latest payment is %s", async (state, status, said) => {
    await showOrder({ ...unpaid, status, attempts: [attempt(state, 50)] });
    expect(screen.getByText(said)).toBeDefined();
    expect(screen.queryByText(/No cards yet/)).toBeNull();
  });

  it("lets a reversed charge be checked again, because a dispute may be won", async () => {
    server.on("POST /Helpdesk/orders/ord_1/checked", () => undefined);
    await showOrder({ ...unpaid, status: "Reversed", attempts: [attempt("REVERSED", 50)] });
    await press("Check the charge", { hidden: true });
    await waitFor(() => expect(server.asked("POST /Helpdesk/orders/ord_1/checked")).toHaveLength(1));
  });

  it("describes the gateway's checks", async () => {
    await showOrder({ attempts: [{ ...attempt("ISSUED", 50), avs: "P", cvv: "M" }] });
    expect(screen.getByText("Address: not checked; card code: matches")).toBeDefined();
  });

  it("updates its history at once when the order is voided", async () => {
    server.on("POST /Helpdesk/orders/ord_1/voided", () => ({ ...shown, review: null }));
    await showOrder({
      ...unpaid,
      status: "Pending",
      attempts: [attempt("REVIEW", 50)],
      review: orderReview(),
    });
    await waitFor(() => expect(server.asked(TIMELINE)).toHaveLength(1));
    await press("Void");
    fireEvent.change(await screen.findByLabelText(/Reason/), { target: { value: "Stolen." } });
    await press("Void the charge");
    await waitFor(() => expect(server.asked(TIMELINE)).toHaveLength(2));
  });

  it("refunds the balances of the chosen cards under one key, and says so once", async () => {
    const cards = [
      deskCard({ cardBalance: 29.99 }),
      deskCard({ id: "crd_2", vendorName: "Bean & Gull", cardBalance: 50.01 }),
      deskCard({ id: "crd_3", vendorName: "Spent Shop", cardBalance: 0 }),
    ];
    const made = {
      id: "rfd_1",
      amount: 29.99,
      state: "PENDING",
      reason: "Closed",
      message: null,
      endedAt: null,
      refusal: null,
      bankReference: null,
      bankAskedByName: null,
      bankAskedAt: null,
      isBankPaymentOwn: false,
      bankPaidAt: null,
      bankPaidOn: null,
      payableUntil: null,
      bankPaymentLoss: null,
      bankPaymentRefusal: null,
    };
    const refunded = { ...made, requestedByName: "Adam Roy", requestedAt: change.changedAt };
    server.on("POST /Helpdesk/orders/ord_1/refunds", () => {
      const after = { ...shown, refunds: [refunded] };
      server.on("GET /Helpdesk/orders/ord_1", () => after);
      return after;
    });
    await showOrder({ cards, canBeCancelled: false });
    expect(screen.queryByRole("table", { name: "Refunds" })).toBeNull();
    await press("Refund cards", { hidden: true });
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

  it("opens the refund of the card from whose page the user came, only once", async () => {
    shown = dossier({ cards: [deskCard(), deskCard({ id: "crd_2", cardBalance: 50 })] });
    server.on("GET /Helpdesk/orders/ord_1", () => shown);
    renderApp({ pathname: adminPaths.order("ord_1"), state: wishToRefund("crd_2") }, { as: "administrator" });
    expect(await screen.findByRole("button", { name: "Refund $50.00" })).toBeDefined();
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Refund cards", { hidden: true });
    expect(await screen.findByRole("button", { name: "Refund $75.00" })).toBeDefined();
  });

  it("opens no other refund while one waits for a second person", async () => {
    const request = {
      id: "rfq_1",
      orderId: "ord_1",
      orderNumber: "7q2n4w",
      buyerName: "Ann Roy",
      amount: 600,
      cards: 1,
      reason: "Closed",
      isOwn: false,
      requestedByName: "Adam Roy",
      requestedAt: "2025-03-06T17:00:00Z",
      decidedAt: null,
      decidedByName: null,
      isApproved: null,
      refusal: null,
      isWithdrawn: false,
      declineReason: null,
    };
    shown = dossier({ cards: [deskCard({ id: "crd_2" })], refundRequests: [request] });
    server.on("GET /Helpdesk/orders/ord_1", () => shown);
    renderApp({ pathname: adminPaths.order("ord_1"), state: wishToRefund("crd_2") }, { as: "administrator" });
    expect(await screen.findByRole("button", { name: "Approve the refund" })).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: "Refund cards", hidden: true }).hasAttribute("disabled")).toBe(
      true,
    );
  });

  it("keeps a refund without an answer, and repeats it under its key", async () => {
    server.on("POST /Helpdesk/orders/ord_1/refunds", () => {
      server.on("GET /Helpdesk/orders/ord_1", () => ({ ...shown, cards: [deskCard({ cardBalance: 0 })] }));
      return refusal(502, {});
    });
    await showOrder({ cards: [deskCard({ cardBalance: 25 })], canBeCancelled: false });
    await press("Refund cards", { hidden: true });
    fireEvent.change(await screen.findByLabelText(/Reason/), { target: { value: "Closed" } });
    await press("Refund $25.00");
    expect(await screen.findByText(/We don’t know yet whether \$25\.00 was refunded/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/Reason/).readOnly).toBe(true);
    server.on("POST /Helpdesk/orders/ord_1/refunds", () => shown);
    await press("Try again");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const [first, second] = server.asked("POST /Helpdesk/orders/ord_1/refunds");
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get("idempotency-key")).toBe(first?.headers.get("idempotency-key"));
    expect(toasts()).toEqual([expect.stringContaining("$25.00")]);
  });

  it("reports a cancellation without an answer when it was made", async () => {
    server.on("POST /Helpdesk/orders/ord_1/cancelled", () => {
      server.on("GET /Helpdesk/orders/ord_1", () => ({
        ...shown,
        status: "Cancelled",
        canBeCancelled: false,
      }));
      return refusal(502, {});
    });
    await showOrder({ canBeCancelled: true });
    await press("Cancel this order", { hidden: true });
    fireEvent.change(await screen.findByLabelText(/Reason/), { target: { value: "Twice" } });
    await press("Cancel the order");
    await waitFor(() => expect(toasts()).toEqual(["Order cancelled. The buyer gets an email."]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("offers no refund when the cards have no balance", async () => {
    await showOrder({ canBeRefunded: false });
    expect(screen.getByRole("button", { name: "Refund cards", hidden: true }).hasAttribute("disabled")).toBe(
      true,
    );
  });
});
