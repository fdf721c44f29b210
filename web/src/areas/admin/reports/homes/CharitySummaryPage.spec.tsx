// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, renderApp, server } from "@/testing/renderApp";

const gift = {
  campaignName: "Warm Meals",
  date: "2025-03-12T15:00:00Z",
  customerName: "Ann B.",
  cardNumber: "•••• 1234",
  purchasedAmount: 25,
  charityRate: 10,
  totalFundraising: 2.5,
  vendorSupported: "Maple Leaf Books",
};

const report = (raised: number, transactions = [gift]) => ({
  ...pageOf(transactions),
  totalPurchasedAmount: raised * 10,
  totalFundraising: raised,
  transactions,
});

const charity = {
  displayName: "Food for All",
  logoPath: "x",
  introduction: "Meals",
  accountNumber: "•••003",
};

const campaign = { id: "cam_1", name: "Warm Meals", endDate: "2025-04-05", isActive: true, isRunning: true };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2025-04-01T02:00:00Z"), toFake: ["Date"] });
  server.on("GET /Report/charity", ({ query }) => report(query.has("startDate") ? 7.5 : 512.5));
  server.on("GET /Report/days", () => ({ days: [] }));
  server.on("GET /Charities/ten_food", () => charity);
  server.on("GET /Charities/campaigns", () =>
    pageOf([campaign, { ...campaign, id: "cam_2", name: "To come", isRunning: false }]),
  );
});

const show = () => renderApp(adminPaths.charityArea().summary(), { as: "charity manager" });

describe("a charity's summary", () => {
  it("says what was ever raised, what of it on these days, and by whom", async () => {
    show();
    expect(await screen.findByText("$512.50")).toBeDefined();
    const raised = await screen.findByRole("link", { name: "Raised" });
    expect(raised.getAttribute("href")).toBe(
      "/admin/charity/reporting?startDate=2025-03-01&endDate=2025-03-31",
    );
    expect(await screen.findByText("Ann B.")).toBeDefined();
    expect(screen.queryByText("Needs you")).toBeNull();
  });

  it("lists the campaigns that run, and how long they still do", async () => {
    show();
    const link = await screen.findByRole("link", { name: "Warm Meals" });
    expect(link.getAttribute("href")).toBe("/admin/charity/campaigns/cam_1");
    expect(link.closest("tr")?.textContent).toContain("5");
    expect(screen.queryByText("To come")).toBeNull();
    const rows = screen.getByRole("link", { name: "What was raised for Warm Meals" });
    expect(rows.getAttribute("href")).toBe("/admin/charity/reporting?campaignId=cam_1");
  });

  it("is a list of what has to be set up, until something is raised", async () => {
    server.on("GET /Report/charity", () => report(0, []));
    server.on("GET /Charities/campaigns", () => pageOf([]));
    show();
    expect(await screen.findByText("Before the first sale for the cause")).toBeDefined();
    const step = screen.getByRole("link", { name: "Start a campaign" });
    expect(step.getAttribute("href")).toBe("/admin/charity/campaigns/add");
  });
});
