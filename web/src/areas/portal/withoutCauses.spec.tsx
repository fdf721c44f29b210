// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pagesOf } from "@/areas/portal/shell/palette/choices";
import { brand } from "@/brands/current";
import type { Profile } from "@/session/current";
import { pageOf, renderApp, server } from "@/testing/renderApp";

const CAUSES = /charit|cause|organization types/i;

beforeEach(() => {
  vi.spyOn(brand, "hasCharities", "get").mockReturnValue(false);
  vi.spyOn(brand, "cardType", "get").mockReturnValue(2);
  server.on("GET /Public/settings", () => ({ sites: { funray: "https://funray.test", rayzr: "" } }));
  server.on("GET /Report/days", () => ({ days: [] }));
  server.on("GET /Categories", () => pageOf([]));
});

describe("portal of a brand without charities", () => {
  it("has no charity pages in sidebar and palette", () => {
    const profile = { roles: ["SUPER_ADMINISTRATOR"], tenantType: null, tenantIds: [] } as unknown as Profile;
    const offered = pagesOf(profile).map(({ label }) => label);
    expect(offered).toContain("Add Vendor");
    expect(offered.filter((label) => CAUSES.test(label))).toEqual([]);
  });

  it("shows charity pages at their own address to an administrator", async () => {
    server.on("GET /Charities", () => pageOf([]));
    server.on("GET /Accounts/me/views", () => []);
    const { place } = renderApp("/admin/charities?searchText=food", { as: "super administrator" });
    expect(await screen.findByRole("heading", { level: 1, name: "Charities" })).toBeDefined();
    expect(place()).toBe("/admin/charities?searchText=food");
    await waitFor(() => expect(server.asked("GET /Accounts/me/views")).toHaveLength(1));
    expect(server.asked("GET /Accounts/me/views")[0]?.query.get("list")).toBe("charities");
  });

  it("starts a shop's figures with its own cards, and shows charities only for others", async () => {
    const sums = {
      totalCardSold: 4,
      totalPurchasedAmount: 100,
      totalFundraising: 0,
      totalFunrayRevenue: 5,
      totalRevenue: 95,
      openingBalance: 0,
      totalRedemption: 0,
      totalBalance: 100,
    };
    server.on("GET /Vendors/summary", () => sums);
    server.on("GET /Vendors/ten_1", () => ({ displayName: "Shop", logoPath: "x", cardAmount: "Amount25" }));
    server.on("GET /Accounts", () => pageOf([]));
    const { router } = renderApp(adminPaths.vendorArea().summary(), { as: "manager" });
    expect(await screen.findByText("Commission")).toBeDefined();
    expect(server.asked("GET /Vendors/summary")[0]?.query.get("cardType")).toBe("2");
    expect(within(screen.getByRole("main")).queryByText(CAUSES)).toBeNull();
    await router.navigate(`${adminPaths.vendorArea().summary()}?cardType=0`);
    expect(await screen.findByText("Shares of causes")).toBeDefined();
  });

  it("asks for no charity share when a vendor is added", async () => {
    server.on("GET /Regions", () => pageOf([]));
    server.on("GET /Public/Categories", () => []);
    renderApp(adminPaths.addVendor(), { as: "super administrator" });
    expect(await screen.findByLabelText("Share Percentage")).toBeDefined();
    expect(within(screen.getByRole("main")).queryByLabelText("Charity Rate")).toBeNull();
  });
});
