// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPiece, server, toasts } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import type { OrderReview } from "./queries";
import { ReviewPanel } from "./ReviewPanel";
import { dossier, orderReview } from "./testing/samples";

const review = orderReview();
const show = (shown: OrderReview) =>
  renderPiece(<ReviewPanel order={dossier({ review: shown })} review={shown} />);

describe("ReviewPanel", () => {
  it.each([
    ["Release", "released", "Release the order", "Order released. Its cards are on their way."],
    ["Void", "voided", "Void the charge", "The charge is being voided. The buyer gets an email."],
  ] as const)("asks for a reason before the decision: %s", async (button, way, confirm, said) => {
    server.on(`POST /Helpdesk/orders/ord_1/${way}`, () => ({ id: "ord_1", review: null }));
    show(review);
    expect(screen.getByText(/Risk: 70 of 100/)).toBeDefined();
    expect(screen.getByText("Several payment cards were declined before")).toBeDefined();
    await press(button);
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("$600.00");
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: "Called." } });
    fireEvent.click(within(dialog).getByRole("button", { name: confirm }));
    await waitFor(() => expect(toasts()).toContain(said));
    expect(server.asked(`POST /Helpdesk/orders/ord_1/${way}`)).toHaveLength(1);
  });

  it("names who decided, and says when the gateway no longer had the charge", () => {
    const decidedAt = "2025-03-06T18:00:00Z";
    show({ ...review, decidedAt, isReleased: true, decidedByName: "Adam Roy", reason: "Called." });
    expect(screen.getByText(/^Released on .* by Adam Roy\. Reason: Called\.$/)).toBeDefined();
    cleanup();
    show({ ...review, decidedAt, isReleased: false });
    expect(screen.getByText(/^The charge was gone at the gateway/)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
