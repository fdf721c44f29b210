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
import type { ChargeReversal } from "./queries";
import { Reversals } from "./openCases";

const server = standInServer();
installModalStandIns();

const reversal: ChargeReversal = {
  id: "rev_1",
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  cause: "DISPUTED",
  amount: 125,
  unspent: 100,
  loss: 25,
  buyerName: "Ann Lee",
  buyerEmail: "ann@home.example",
  createdAt: "2025-03-06T17:00:00Z",
  wonAt: "2025-03-08T17:00:00Z",
  closedAt: null,
  closedByName: null,
  note: null,
};

afterEach(cleanup);

describe("Reversals", () => {
  it("shows what is lost, and a charge that was looked into leaves the list with a note", async () => {
    let items = [reversal];
    server.on("GET /Helpdesk/reversals", () => ({
      items,
      pageIndex: 1,
      pageSize: 10,
      totalItems: items.length,
      totalPages: 1,
    }));
    server.on("PUT /Helpdesk/reversals/rev_1/closed", () => {
      items = [];
      return { ...reversal, note: "Ann called." };
    });
    const router = createMemoryRouter([{ path: "/", element: <Reversals /> }]);
    render(
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    const row = await screen.findByRole("row", { name: /7q2n4w/ });
    expect(row.textContent).toContain("Disputed");
    expect(row.textContent).toContain("the cards can be used again");
    expect(row.textContent).toContain("$100.00 still on the cards, $25.00 spent already");
    await press("Mark as done: order 7q2n4w");
    const dialog = await screen.findByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: "Ann called." } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
    expect(server.asked("PUT /Helpdesk/reversals/rev_1/closed")).toHaveLength(1);
    expect(currentToasts().map(({ text }) => text)).toEqual(["Marked as done."]);
  });
});
