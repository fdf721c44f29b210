// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPiece, server, toasts } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import type { RefundRequest } from "./queries";
import { RefundRequestPanel } from "./RefundRequestPanel";
import { dossier } from "./testing/samples";

const request: RefundRequest = {
  id: "rfq_1",
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  buyerName: "Ann Roy",
  amount: 600,
  cards: 2,
  reason: "The event was cancelled",
  isOwn: false,
  requestedByName: "Adam Roy",
  requestedAt: "2025-03-06T17:00:00Z",
  decidedAt: null,
  decidedByName: null,
  isApproved: null,
  declineReason: null,
  refusal: null,
  isWithdrawn: false,
};

const show = (changes: Partial<RefundRequest> = {}) =>
  renderPiece(<RefundRequestPanel order={dossier({ refundRequests: [{ ...request, ...changes }] })} />);

it("RefundRequestPanel: shows why this administrator may not decide", async () => {
  const errorMessage = "You appointed the person who began this.";
  show({ refusal: { errorCode: "APPOINTED_BY_EACH_OTHER", errorMessage } });
  const approve = await screen.findByRole<HTMLButtonElement>("button", { name: "Approve the refund" });
  expect(approve.disabled).toBe(true);
  expect(screen.getByText(errorMessage).id).toBe(approve.getAttribute("aria-describedby"));
});

const PATH = "PUT /Helpdesk/orders/ord_1/refund-requests/rfq_1";

describe("RefundRequestPanel", () => {
  it("lets another administrator approve a pending refund", async () => {
    server.on(`${PATH}/approved`, () => dossier({}));
    show();
    expect(screen.getByText(/Adam Roy asked on .* \$600\.00 from 2 cards/)).toBeDefined();
    await press("Approve the refund");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Approve the refund" }));
    await waitFor(() => expect(toasts()).toContain("Refund approved"));
    expect(server.asked(`${PATH}/approved`)).toHaveLength(1);
  });

  it("sends an approval again whose reply was lost", async () => {
    server.on(`${PATH}/approved`, () => {
      server.on(`${PATH}/approved`, () => dossier({}));
      throw new TypeError("Failed to fetch");
    });
    show();
    await press("Approve the refund");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Approve the refund" }));
    await waitFor(() => expect(toasts()).toEqual(["Refund approved"]));
    expect(server.asked(`${PATH}/approved`)).toHaveLength(2);
  });

  it("lets the administrator who requested it only withdraw it", async () => {
    server.on(`${PATH}/declined`, () => dossier({}));
    show({ isOwn: true });
    expect(screen.queryByRole("button", { name: "Approve the refund" })).toBeNull();
    await press("Withdraw");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "A mistake" } });
    fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
    await waitFor(() => expect(toasts()).toContain("Refund withdrawn"));
    expect(server.asked(`${PATH}/declined`)[0]?.body).toEqual({ reason: "A mistake" });
  });

  it("shows why the newest request was declined, and nothing for an approved one", () => {
    const decided = { decidedAt: "2025-03-07T17:00:00Z", decidedByName: "Bea Roy" };
    show({ ...decided, isApproved: false, declineReason: "Not asked for" });
    expect(screen.getByText("The refund of $600.00 was declined by Bea Roy: Not asked for")).toBeDefined();
    cleanup();
    const withdrawn = { decidedByName: "Adam Roy", isWithdrawn: true };
    show({ ...decided, ...withdrawn, isApproved: false, declineReason: "A mistake" });
    expect(screen.queryByText(/declined/)).toBeNull();
    expect(screen.getByText("The refund of $600.00 was withdrawn by Adam Roy: A mistake")).toBeDefined();
    cleanup();
    show({ ...decided, isApproved: true });
    expect(screen.queryByText(/refund/)).toBeNull();
  });
});
