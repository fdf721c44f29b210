// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { press } from "@/ui/testing/press";
import { Differences } from "./differences";
import type { GatewayDifference } from "./queries";

const server = standInServer();
installModalStandIns();

const difference: GatewayDifference = {
  id: "gdf_1",
  kind: "OTHER_AMOUNT",
  transactionId: "60123",
  reference: "7q2n4w",
  orderId: "ord_1",
  orderNumber: "7q2n4w",
  ourAmount: 124,
  ourState: "ISSUED",
  theirAmount: 125,
  theirStatus: "settledSuccessfully",
  createdAt: "2025-03-06T17:00:00Z",
  closedAt: null,
  closedByName: null,
  note: null,
};

afterEach(cleanup);

it("Differences show both sides, and what was looked into leaves the list with a note", async () => {
  const unknown = { ...difference, id: "gdf_2", kind: "MISSING_HERE", transactionId: "60124" };
  const strange = { ...unknown, orderId: null, orderNumber: null, ourAmount: null, ourState: null };
  let items: GatewayDifference[] = [difference, strange];
  const page = { pageIndex: 1, pageSize: 10, totalPages: 1 };
  server.on("GET /Helpdesk/differences", () => ({ ...page, items, totalItems: items.length }));
  server.on("PUT /Helpdesk/differences/gdf_1/closed", () => {
    items = [strange];
    return { ...difference, note: "Put right." };
  });
  const router = createMemoryRouter([{ path: "/", element: <Differences /> }]);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const row = await screen.findByRole("row", { name: /60123/ });
  for (const text of [
    "Another amount",
    "$124.00",
    "Charged, cards issued",
    "$125.00",
    "settledSuccessfully",
  ]) {
    expect(row.textContent).toContain(text);
  }
  const other = screen.getByRole("row", { name: /60124/ });
  expect(other.textContent).toContain("We don’t know it");
  expect(within(other).queryByRole("link")).toBeNull();
  await press("Mark as done: transaction 60123");
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: "Put right." } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("row", { name: /60123/ })).toBeNull());
  expect(server.asked("PUT /Helpdesk/differences/gdf_1/closed")[0]?.body).toEqual({ note: "Put right." });
});
