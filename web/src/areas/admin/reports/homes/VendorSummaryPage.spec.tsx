// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { Who } from "@/shared/testing/render";
import { pageOf, renderApp, server } from "@/testing/renderApp";

const own = adminPaths.vendorArea();

const shop = {
  displayName: "Maple Leaf Books",
  logoPath: "x",
  cardAmount: "Amount25",
  accountNumber: "•••003",
};

const summary = (sold: number, cards = 42) => ({
  totalRevenue: sold - 165.5,
  totalCardSold: cards,
  totalRedemption: 300,
  totalBalance: 934.5,
  totalPurchasedAmount: sold,
  totalFundraising: 95.5,
  totalFunrayRevenue: 70,
  openingBalance: 934.5 + 300 - sold,
});

async function show(address: string, as: Who = "manager") {
  const { router } = renderApp(address, { as });
  await screen.findAllByText("$1,234.50");
  return router;
}

/** What was asked for the figures of these days, beside those before them and those of all time. */
const askedFor = (startDate: string) => {
  const asked = server.asked("GET /Vendors/summary").map(({ query }) => Object.fromEntries(query));
  return asked.findLast((query) => query.startDate === startDate);
};

beforeEach(() => {
  // The last evening of March in Toronto; elsewhere it is April already.
  vi.useFakeTimers({ now: Date.parse("2025-04-01T02:00:00Z"), toFake: ["Date"] });
  server.on("GET /Vendors/summary", ({ query }) =>
    query.get("startDate") === "2025-02-01" ? summary(700) : summary(1400),
  );
  server.on("GET /Report/days", () => ({ days: [] }));
  server.on("GET /Vendors/ten_1", () => shop);
  server.on("GET /Accounts", () => ({ ...pageOf([{ id: "per_1" }]), totalItems: 2 }));
});

describe("a vendor's summary", () => {
  it("starts with this month's figures of all cards", async () => {
    await show(own.summary());
    expect(askedFor("2025-03-01")).toEqual({
      tenantId: "ten_1",
      cardType: "0",
      startDate: "2025-03-01",
      endDate: "2025-03-31",
    });
    const sold = screen.getAllByRole("link", { name: "Sold" })[0];
    expect(sold?.getAttribute("href")).toBe(
      "/admin/vendor/reporting?startDate=2025-03-01&endDate=2025-03-31",
    );
    expect(await screen.findByText(/Cards: 42\. Before: \$700\.00 \(\+100%\)/)).toBeDefined();
    const today = screen.getByRole("link", { name: "On cards today" });
    expect(today.getAttribute("href")).toBe("/admin/vendor/cards-transaction");
    expect(screen.queryByText("Needs you")).toBeNull();
  });

  it("names what is missing", async () => {
    server.on("GET /Vendors/ten_1", () => ({ ...shop, logoPath: null }));
    await show(own.summary());
    const logo = await screen.findByRole("link", { name: "Choose a logo" });
    expect(logo.getAttribute("href")).toBe("/admin/vendor/information");
    expect(within(screen.getByRole("main")).queryByRole("link", { name: /Choose the amounts/ })).toBeNull();
  });

  it("is a list of what has to be set up, until a card is sold", async () => {
    server.on("GET /Vendors/summary", () => summary(1400, 0));
    server.on("GET /Accounts", () => pageOf([{ id: "per_1" }]));
    await show(own.summary());
    expect(await screen.findByText("Before the first card is sold")).toBeDefined();
    expect(screen.getByRole("link", { name: /Choose the amounts of the cards.*Done/ })).toBeDefined();
    const staff = screen.getByRole("link", { name: "Invite somebody who works at the counter" });
    expect(staff.getAttribute("href")).toBe("/admin/vendor/users/add");
  });

  it("follows the card brand and the days, and keeps them in the address", async () => {
    const router = await show(own.summary());
    await act(async () => fireEvent.change(screen.getByLabelText("Card Brand"), { target: { value: "2" } }));
    await act(async () =>
      fireEvent.change(screen.getByLabelText("Start Date"), { target: { value: "2025-02-01" } }),
    );
    await waitFor(() =>
      expect(askedFor("2025-02-01")).toMatchObject({ cardType: "2", endDate: "2025-03-31" }),
    );
    await waitFor(() =>
      expect(router.state.location.search).toBe("?startDate=2025-02-01&endDate=2025-03-31&cardType=2"),
    );
  });

  it("doesn't ask for days that make no sense, and says why", async () => {
    await show(own.summary());
    fireEvent.change(screen.getByLabelText("End Date"), { target: { value: "2025-02-01" } });
    expect(await screen.findByText("Start Date must be less than End Date")).toBeDefined();
    expect(await screen.findByText("End Date must be greater than Start Date")).toBeDefined();
    fireEvent.change(screen.getByLabelText("End Date"), { target: { value: "" } });
    expect(await screen.findByText("Wrong date format")).toBeDefined();
    await waitFor(() => expect(askedFor("2025-03-01")).toMatchObject({ endDate: "2025-03-31" }));
  });

  it("is of the vendor that an administrator looks at", async () => {
    server.on("GET /Vendors/ten_bread", () => ({ ...shop, displayName: "Boulangerie", state: "ACTIVE" }));
    const address = `${adminPaths.vendorArea("ten_bread").summary()}?cardType=7&startDate=x&endDate=y`;
    await show(address, "administrator");
    expect(askedFor("2025-03-01")).toMatchObject({ tenantId: "ten_bread", cardType: "0" });
  });
});
