// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { ScanCardListPage } from "./ScanCardListPage";

const server = standInServer();

const card = {
  id: "crd_1",
  cardNumber: "1234567812345670",
  firstName: "Ann",
  lastName: "Roy",
  email: "a***@home.example",
  cardBalance: 14.5,
  recentTransaction: "2026-03-10T15:00:00Z",
  isGift: false,
  isDeactive: false,
  isCancelled: false,
};

async function showTo(roles: string[]) {
  replaceProfile({ userId: "per_1", roles, tenantType: "VENDOR", tenantIds: ["ten_1"] } as Profile);
  const routes = [{ path: paths.scanCards(), element: <ScanCardListPage /> }];
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [paths.scanCards()] })} />
    </QueryClientProvider>,
  );
  await screen.findByRole("link", { name: /^View/ });
}

const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);

beforeEach(() => {
  server.on("GET /Cards", () => ({
    items: [card],
    pageIndex: 1,
    pageSize: 10,
    totalPages: 1,
    totalItems: 1,
  }));
});
afterEach(cleanup);

describe("the cards of a shop", () => {
  it.each([[["EMPLOYEE"]], [["MANAGER", "EMPLOYEE"]]])(
    "show who holds them and when they were used to who stands at the counter: %j",
    async (roles) => {
      await showTo(roles);
      expect(texts("columnheader")).toEqual(["Name", "Email", "Recent Transaction", "Actions"]);
      expect(texts("cell").slice(0, 3)).toEqual([
        "Ann Roy•••• 5670",
        "a***@home.example",
        "Mar\u00a010,\u00a02026",
      ]);
      expect(document.body.textContent).not.toContain("$14.50");
    },
  );

  it("show a manager no more than their number and balance", async () => {
    await showTo(["MANAGER"]);
    expect(texts("columnheader")).toEqual(["Card Number", "Balance", "Actions"]);
    expect(texts("cell").slice(0, 2)).toEqual(["1234 5678 1234 5670", "$14.50"]);
    expect(document.body.textContent).not.toContain("a***@home.example");
  });

  it("are sorted by their last use, and lead to each card", async () => {
    await showTo(["EMPLOYEE"]);
    const [asked] = server.asked("GET /Cards");
    expect(asked?.query.get("orderBy")).toBe("recentTransaction");
    expect(asked?.query.get("direction")).toBe("Desc");
    const link = within(screen.getByRole("table")).getByRole("link", { name: "View the card of Ann Roy" });
    expect(link.getAttribute("href")).toBe(paths.scanCard("crd_1"));
  });
});
