// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { press } from "@/ui/testing/press";
import { currentToasts } from "@/ui/toast";
import type { OrderDossier, OrderReview } from "./queries";
import { ReviewPanel } from "./ReviewPanel";

const server = standInServer();
installModalStandIns();

const review: OrderReview = {
  id: "rvw_1",
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  amount: 600,
  score: 70,
  reasons: ["YOUNG_ACCOUNT_AMOUNT", "DECLINED_CARDS"],
  buyerName: "Ann Lee",
  buyerEmail: "ann@home.example",
  heldAt: "2025-03-06T17:00:00Z",
  decidedAt: null,
  isReleased: null,
  decidedByName: null,
  reason: null,
};

function show(shown: OrderReview) {
  const order = { id: "ord_1", review: shown } as OrderDossier;
  const element = <ReviewPanel order={order} review={shown} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

afterEach(cleanup);

describe("ReviewPanel", () => {
  it.each([
    ["Release", "released", "Release the order", "Order released. Its cards are on their way."],
    ["Void", "voided", "Void the charge", "The charge is being voided. The buyer gets an e-mail."],
  ])("asks for a reason before it is done: %s", async (button, way, confirm, said) => {
    server.on(`POST /Helpdesk/orders/ord_1/${way}`, () => ({ id: "ord_1", review: null }));
    show(review);
    expect(screen.getByText(/Risk: 70 of 100/)).toBeDefined();
    expect(screen.getByText("Several payment cards were declined before")).toBeDefined();
    await press(button);
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("$600.00");
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: "Called." } });
    fireEvent.click(within(dialog).getByRole("button", { name: confirm }));
    await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain(said));
    expect(server.asked(`POST /Helpdesk/orders/ord_1/${way}`)).toHaveLength(1);
  });

  it("says who decided, and when the charge was gone at the gateway", () => {
    const decidedAt = "2025-03-06T18:00:00Z";
    show({ ...review, decidedAt, isReleased: true, decidedByName: "Adam Roy", reason: "Called." });
    expect(screen.getByText(/^Released on .* by Adam Roy\. Reason: Called\.$/)).toBeDefined();
    cleanup();
    show({ ...review, decidedAt, isReleased: false });
    expect(screen.getByText(/^The charge was gone at the gateway/)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
