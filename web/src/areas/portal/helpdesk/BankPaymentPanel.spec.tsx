// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPiece, server, toasts } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { BankPaymentPanels } from "./BankPaymentPanel";
import type { OrderRefund } from "./queries";
import { dossier } from "./testing/samples";

const refund: OrderRefund = {
  id: "rfd_1",
  amount: 25,
  state: "REFUSED",
  reason: "One too many",
  message: "This transaction has been declined.",
  refusal: "CARD_REFUSES",
  requestedByName: "Adam Roy",
  requestedAt: "2025-03-06T17:00:00Z",
  endedAt: null,
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

const asked = {
  bankReference: "e-transfer 417",
  bankAskedByName: "Adam Roy",
  bankAskedAt: "2025-03-07T17:00:00Z",
};

const PATH = "/Helpdesk/orders/ord_1/refunds/rfd_1";

const show = (changes: Partial<OrderRefund> = {}) =>
  renderPiece(<BankPaymentPanels order={dossier({ refunds: [{ ...refund, ...changes }] })} />);

describe("BankPaymentPanels", () => {
  it("shows the reason in our own words, and marks the gateway's words", () => {
    show();
    expect(screen.getByText(/takes no refund: its account may be closed/)).toBeDefined();
    const quoted = screen.getByText("This transaction has been declined.");
    expect([quoted.tagName, quoted.lang]).toEqual(["Q", "en"]);
    expect(quoted.parentElement?.textContent).toContain("The gateway’s words:");
  });

  it("records a payment by the bank, or retries the gateway", async () => {
    server.on(`PUT ${PATH}/paid`, () => dossier({ refunds: [{ ...refund, ...asked }] }));
    server.on(`POST ${PATH}/tried-again`, () => dossier({}));
    show();
    await press("Record a payment");
    const dialog = within(await screen.findByRole("dialog", { name: "Was $25.00 paid to Ann Roy?" }));
    fireEvent.change(dialog.getByLabelText("Reference"), { target: { value: "e-transfer 417" } });
    fireEvent.click(dialog.getByRole("button", { name: "It was paid" }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(server.asked(`PUT ${PATH}/paid`)).toMatchObject([
      { body: { amount: 25, reference: "e-transfer 417" } },
    ]);
    await press("Ask the gateway again");
    await waitFor(() => expect(server.asked(`POST ${PATH}/tried-again`)).toHaveLength(1));
  });

  it("lets a second person confirm, and the first one withdraw", async () => {
    server.on(`PUT ${PATH}/paid/approved`, () => dossier({}));
    show(asked);
    expect(screen.getByText(/^Adam Roy recorded on .* \$25\.00: e-transfer 417$/)).toBeDefined();
    await press("Confirm the payment");
    const dialog = within(await screen.findByRole("dialog", { name: "Has the bank paid $25.00?" }));
    fireEvent.click(dialog.getByRole("button", { name: "Confirm the payment" }));
    await waitFor(() => expect(toasts()).toContain("Payment confirmed"));
    cleanup();
    show({ ...asked, isBankPaymentOwn: true });
    expect(screen.queryByRole("button", { name: "Confirm the payment" })).toBeNull();
    expect(screen.getByRole("button", { name: "Withdraw" })).toBeDefined();
  });

  it("records with its day a payment from before the charge was reversed", async () => {
    server.on(`PUT ${PATH}/paid`, () => dossier({ refunds: [{ ...refund, ...asked }] }));
    show({ state: "COVERED", payableUntil: "2025-03-08" });
    expect(screen.getByText(/had paid it on March 8, 2025 or before/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Ask the gateway again" })).toBeNull();
    await press("Record an earlier payment");
    const dialog = within(await screen.findByRole("dialog", { name: "When was $25.00 paid?" }));
    fireEvent.change(dialog.getByLabelText("Reference"), { target: { value: "e-transfer 417" } });
    fireEvent.click(dialog.getByRole("button", { name: "It was paid" }));
    expect(await dialog.findByText("Day of the payment field is required.")).toBeDefined();
    fireEvent.change(dialog.getByLabelText("Day of the payment"), { target: { value: "2025-03-07" } });
    fireEvent.click(dialog.getByRole("button", { name: "It was paid" }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(server.asked(`PUT ${PATH}/paid`)).toMatchObject([
      { body: { amount: 25, reference: "e-transfer 417", paidOn: "2025-03-07" } },
    ]);
  });

  it("shows the second person the day of an earlier payment and the loss, before and in the dialog", async () => {
    show({ ...asked, bankPaidOn: "2025-03-07", bankPaymentLoss: 25 });
    expect(screen.getByText("Paid by the bank on March 7, 2025")).toBeDefined();
    expect(screen.getByText(/The books will show a loss of \$25\.00\./)).toBeDefined();
    await press("Confirm the payment");
    const dialog = within(await screen.findByRole("dialog", { name: "Has the bank paid $25.00?" }));
    expect(dialog.getByText("Paid by the bank on March 7, 2025")).toBeDefined();
    expect(dialog.getByText(/the buyer has \$25\.00 twice/)).toBeDefined();
  });

  it("shows nothing for refunds that the gateway makes", () => {
    show({ state: "PENDING", refusal: null });
    expect(screen.queryByText(/never makes/)).toBeNull();
  });
});
