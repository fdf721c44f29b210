// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { Who } from "@/shared/testing/render";
import { renderApp, server } from "@/testing/renderApp";

const own = adminPaths.vendorArea();

async function show(address: string, as: Who = "manager") {
  const { router } = renderApp(address, { as });
  await screen.findByText("$1,234.50");
  return router;
}

const lastAsked = () => Object.fromEntries(server.asked("GET /Vendors/summary").at(-1)?.query ?? []);

beforeEach(() => {
  // The last evening of March in Toronto; elsewhere it is April already.
  vi.useFakeTimers({ now: Date.parse("2025-04-01T02:00:00Z"), toFake: ["Date"] });
  server.on("GET /Vendors/summary", () => ({
    totalRevenue: 1234.5,
    totalCardSold: 42,
    totalRedemption: 300,
    totalBalance: 934.5,
    totalPurchasedAmount: 1400,
    totalFundraising: 95.5,
    totalFunrayRevenue: 70,
    openingBalance: 0,
  }));
});

describe("a vendor's summary", () => {
  it("starts with this month's figures of all cards", async () => {
    await show(own.summary());
    expect(lastAsked()).toEqual({
      tenantId: "ten_1",
      cardType: "0",
      startDate: "2025-03-01",
      endDate: "2025-03-31",
    });
    const figures = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(figures).toEqual(["$1,234.50", "42", "$300.00", "$934.50"]);
    expect(
      screen.getByText("Sold $1,400.00 − for causes $95.50 − for FunRay $70.00 = the vendor’s $1,234.50"),
    ).toBeDefined();
  });

  it("follows the card brand and the days, and keeps them in the address", async () => {
    const router = await show(own.summary());
    await act(async () => fireEvent.change(screen.getByLabelText("Card Brand"), { target: { value: "2" } }));
    await act(async () =>
      fireEvent.change(screen.getByLabelText("Start Date"), { target: { value: "2025-02-01" } }),
    );
    await waitFor(() => expect(lastAsked()).toMatchObject({ cardType: "2", startDate: "2025-02-01" }));
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
    await waitFor(() => expect(server.asked("GET /Vendors/summary")).toHaveLength(1));
  });

  it("is of the vendor that an administrator looks at", async () => {
    server.on("GET /Vendors/ten_bread", () => ({ displayName: "Boulangerie", state: "ACTIVE" }));
    const address = `${adminPaths.vendorArea("ten_bread").summary()}?cardType=7&startDate=x&endDate=y`;
    await show(address, "administrator");
    expect(lastAsked()).toMatchObject({ tenantId: "ten_bread", cardType: "0", startDate: "2025-03-01" });
  });
});
