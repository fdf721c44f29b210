// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { vendorDetail } from "@/areas/portal/tenants/testing/samples";
import { pageOf, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { ClosingOrders, ShopClosing } from "./queries";

const bank = { institutionNumber: "**3", transitNumber: "***45", accountNumber: "***4321" };
const shop = vendorDetail({ ...bank, isActive: false, state: "INACTIVE" });

const waiting: ShopClosing = {
  id: "scl_1",
  state: "WAITS",
  reason: "It went bankrupt",
  successor: null,
  cards: 92,
  amount: 2350,
  refundedCards: 0,
  refundedAmount: 0,
  gatewayMade: 0,
  gatewayPending: 0,
  refused: [],
  isOwn: false,
  requestedByName: "Adam Roy",
  requestedAt: "2026-03-10T15:00:00Z",
  decidedByName: null,
  decidedAt: null,
  declineReason: null,
  endedAt: null,
  refusal: null,
};

const left: ClosingOrders = {
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  buyerName: "Ann Roy",
  cards: 2,
  amount: 75,
  cause: "CHARGE_TOO_OLD",
  isPaidByHand: true,
  paidAt: null,
  paidByName: null,
  paymentReference: null,
};

function answer(closing: ShopClosing | null, cards = 92, amount = 2350): void {
  server.on("GET /Vendors/ten_books/closing", () => ({ cards, amount, closing }));
}

const show = () => renderApp(adminPaths.vendor("ten_books"), { as: "administrator" });

beforeEach(() => {
  server.on("GET /Public/Categories", () => [{ id: "cat_books", value: "cat_books", text: "Books" }]);
  server.on("GET /Public/Regions", () => [{ id: "reg_ottawa", value: "reg_ottawa", text: "Ottawa" }]);
  server.on("GET /Vendors/ten_books", () => shop);
  server.on("GET /Vendors", () => pageOf([shop]));
});

describe("ShopClosingPanel", () => {
  it("requests a closing with the shown total and a reason", async () => {
    answer(null);
    server.on("POST /Vendors/ten_books/closing", () => {
      const closing = { ...waiting, isOwn: true };
      answer(closing);
      return { cards: 92, amount: 2350, closing };
    });
    show();
    await press("Refund all cards and close");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/\$2,350\.00 on 92 cards goes back/)).toBeDefined();
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "It went bankrupt" } });
    fireEvent.click(dialog.getByRole("button", { name: "Ask for $2,350.00" }));
    expect(await screen.findByText(/^You asked on .* to refund \$2,350\.00 on 92 cards/)).toBeDefined();
    expect(server.asked("POST /Vendors/ten_books/closing")).toMatchObject([
      { body: { amount: 2350, reason: "It went bankrupt" } },
    ]);
    expect(screen.queryByRole("button", { name: "Refund all cards and close" })).toBeNull();
  });

  it("lets a second person approve, and shows the progress", async () => {
    answer(waiting);
    server.on("PUT /Vendors/ten_books/closing/scl_1/approved", () => {
      const closing = { ...waiting, state: "RUNS" as const, refundedCards: 50, refundedAmount: 1250 };
      server.on("GET /Vendors/ten_books/closing", () => ({ cards: 42, amount: 1100, closing }));
      return { cards: 42, amount: 1100, closing };
    });
    show();
    await press("Approve");
    const dialog = within(await screen.findByRole("dialog", { name: "Refund $2,350.00?" }));
    fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(toasts()).toContain("Approved. The cards are being refunded."));
    expect(
      await screen.findByText(/^\$1,250\.00 of \$2,350\.00 refunded so far, from 50 of 92 cards/),
    ).toBeDefined();
  });

  it("asks another shop to take the cards over, and waits for it before it is approved", async () => {
    answer(null);
    server.on("GET /Vendors", () => pageOf([{ id: "ten_gull", displayName: "Bean & Gull" }]));
    const successor = {
      id: "ten_gull",
      name: "Bean & Gull",
      acceptedByName: null,
      acceptedAt: null,
    };
    server.on("POST /Vendors/ten_books/closing", () => {
      const closing = { ...waiting, state: "OFFERED" as const, successor };
      answer(closing);
      return { cards: 92, amount: 2350, closing };
    });
    show();
    await press("Hand over to another shop");
    const dialog = within(await screen.findByRole("dialog"));
    const box = dialog.getByRole("combobox");
    fireEvent.focus(box);
    fireEvent.change(box, { target: { value: "Bean" } });
    fireEvent.click(await dialog.findByRole("option", { name: /Bean & Gull/ }));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "It went bankrupt" } });
    fireEvent.click(dialog.getByRole("button", { name: "Ask for $2,350.00" }));
    expect(await screen.findByText(/^Adam Roy asked on .* to hand .* over to Bean & Gull/)).toBeDefined();
    expect(screen.getByText(/^It waits for a manager of Bean & Gull/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    expect(screen.getByRole("button", { name: "Decline" })).toBeDefined();
    expect(server.asked("POST /Vendors/ten_books/closing")).toMatchObject([
      {
        body: {
          amount: 2350,
          reason: "It went bankrupt",
          successorId: "ten_gull",
        },
      },
    ]);
  });

  it("lists orders without a refund with their next step, and records a payment by the bank", async () => {
    const ended = {
      ...waiting,
      state: "ENDED" as const,
      refundedCards: 90,
      refundedAmount: 2275,
      endedAt: "2026-03-10T16:00:00Z",
    };
    const refused = [
      { orderId: "ord_2", amount: 50, message: "The card is closed.", refusal: null },
      { orderId: "ord_3", amount: 25, message: "No.", refusal: "CARD_REFUSES" as const },
    ];
    answer({ ...ended, refused }, 2, 75);
    server.on("GET /Vendors/ten_books/closing/scl_1/left", () => pageOf([left]));
    server.on("PUT /Vendors/ten_books/closing/scl_1/left/ord_1/paid", () => ({
      cards: 0,
      amount: 0,
      closing: ended,
    }));
    show();
    const quoted = await screen.findByText("The card is closed.");
    expect(quoted.tagName).toBe("Q");
    expect(screen.getByText(/takes no refund: its account may be closed/)).toBeDefined();
    expect(screen.queryByText("No.")).toBeNull();
    expect(await screen.findByText(/refunds no charge older than 180 days/)).toBeDefined();
    await press("Record a payment");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Reference"), { target: { value: "e-transfer 417" } });
    fireEvent.click(dialog.getByRole("button", { name: "It was paid" }));
    await waitFor(() => expect(toasts()).toContain("Payment recorded"));
    expect(server.asked("PUT /Vendors/ten_books/closing/scl_1/left/ord_1/paid")).toMatchObject([
      { body: { amount: 75, reference: "e-transfer 417" } },
    ]);
  });
});
