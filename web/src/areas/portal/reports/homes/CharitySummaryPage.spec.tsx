// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import * as sheets from "@/shared/table/saveSheets";
import { m } from "@/i18n";
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
  isHandover: false,
};

const running = {
  campaignId: "cam_1",
  campaignName: "Warm Meals",
  startDate: "2025-01-01",
  endDate: "2025-04-05",
  goal: 1000,
  totalFundraising: 512.5,
};

const home = {
  totalPurchasedAmount: 75,
  totalFundraising: 7.5,
  totalFundraisingEver: 612.5,
  purchasesEver: 31,
  campaigns: [
    { campaignId: "cam_1", campaignName: "Warm Meals", totalPurchasedAmount: 75, totalFundraising: 7.5 },
  ],
  shops: [
    { vendorId: "ten_1", vendorName: "Maple Leaf Books", totalPurchasedAmount: 75, totalFundraising: 7.5 },
  ],
  running: [running],
  newest: [gift],
};

const charity = {
  displayName: "Food for All",
  logoPath: "x",
  introduction: "Meals",
  accountNumber: "•••003",
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2025-04-01T02:00:00Z"), toFake: ["Date"] });
  server.on("GET /Charities/home", () => home);
  server.on("GET /Report/charity", () => ({
    ...pageOf([]),
    totalPurchasedAmount: 50,
    totalFundraising: 5,
    transactions: [],
  }));
  server.on("GET /Report/days", () => ({ days: [] }));
  server.on("GET /Charities/ten_food", () => charity);
  server.on("GET /Payouts/next", () => ({
    payday: "2025-04-04",
    amount: 87.5,
    reserve: null,
    bankEnding: "003",
    payoutId: null,
    state: null,
  }));
});

const show = () => renderApp(adminPaths.charityArea().summary(), { as: "charity manager" });

describe("CharitySummaryPage", () => {
  it("shows donations in total and in the period, and the next payout", async () => {
    show();
    expect(await screen.findByText("$612.50")).toBeDefined();
    const raised = await screen.findByRole("link", { name: "Raised" });
    expect(raised.getAttribute("href")).toBe(
      "/admin/charity/reporting?startDate=2025-03-01&endDate=2025-03-31",
    );
    expect(await screen.findByText("$87.50")).toBeDefined();
    const transfer = screen.getByRole("link", { name: "Next payout" });
    expect(transfer.getAttribute("href")).toBe("/admin/charity/payouts");
    expect(screen.queryByText("Needs you")).toBeNull();
  });

  it("shows the progress of each running campaign, with its page to share", async () => {
    show();
    const link = await screen.findByRole("link", { name: "Warm Meals" });
    expect(link.getAttribute("href")).toBe("/admin/charity/campaigns/cam_1");
    const panel = within(link.closest("article") as HTMLElement);
    expect(panel.getByText("raised of $1,000")).toBeDefined();
    expect(panel.getByText("51%")).toBeDefined();
    expect(panel.getByText(/Days left: 5/)).toBeDefined();
    expect(panel.getByRole("img", { name: /Warm Meals/ })).toBeDefined();
    expect(panel.getByRole("button", { name: m.share_copy() })).toBeDefined();
    const rows = panel.getByRole("link", { name: "What was raised for Warm Meals" });
    expect(rows.getAttribute("href")).toBe(
      "/admin/charity/reporting?startDate=2025-01-01&endDate=2025-04-05&campaignId=cam_1",
    );
  });

  it("shows low progress in tenths, and campaigns above the period", async () => {
    const young = { ...running, goal: 750, totalFundraising: 27.49 };
    server.on("GET /Charities/home", () => ({ ...home, running: [young] }));
    show();
    expect(await screen.findByText("3.6%")).toBeDefined();
    const chart = await screen.findByText("The same as a table");
    const heading = screen.getByRole("heading", { name: "Running campaigns" });
    expect(heading.compareDocumentPosition(chart) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const buttons = screen.getByRole("button", { name: m.share_copy() }).parentElement;
    expect(buttons?.textContent).toContain("Get Code");
  });

  it("offers to set a goal when there is none", async () => {
    server.on("GET /Charities/home", () => ({ ...home, running: [{ ...running, goal: null }] }));
    show();
    const goal = await screen.findByRole("link", { name: "Set a goal" });
    expect(goal.getAttribute("href")).toBe("/admin/charity/campaigns/cam_1");
    expect(screen.getByText("raised so far")).toBeDefined();
  });

  it("describes the latest purchases, without cancellations, and lists the shops", async () => {
    const cancelled = {
      ...gift,
      date: "2025-03-13T15:00:00Z",
      customerName: "Billie R.",
      totalFundraising: -7.5,
    };
    server.on("GET /Charities/home", () => ({ ...home, newest: [cancelled, gift] }));
    show();
    const sentence = await screen.findByText("Ann B. at Maple Leaf Books, $2.50");
    expect(screen.getByRole("heading", { name: "Latest purchases for you" })).toBeDefined();
    expect(screen.queryByText(/Billie R\./)).toBeNull();
    expect(sentence.textContent).toMatch(/Mar\s12,\s2025.*Warm Meals/);
    const shop = screen.getByRole("link", { name: "Maple Leaf Books" });
    expect(shop.getAttribute("href")).toContain("/shop-vendors/detail/ten_1");
    expect(shop.closest("li")?.textContent).toContain("$7.50");
  });

  it("creates the letter of a complete month", async () => {
    const saved = vi.spyOn(sheets, "savePages").mockResolvedValue();
    show();
    const month = await screen.findByLabelText("Month");
    expect(within(month).getAllByRole("option")).toHaveLength(12);
    fireEvent.change(month, { target: { value: "2025-01" } });
    fireEvent.click(screen.getByRole("button", { name: "Save as PDF" }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    const asked = server.asked("GET /Charities/home").at(-1)?.query;
    expect([asked?.get("startDate"), asked?.get("endDate")]).toEqual(["2025-01-01", "2025-01-31"]);
    // The letter's total ends with its month, so that it is the same whenever it is created.
    expect(server.asked("GET /Report/charity").at(-1)?.query.get("endDate")).toBe("2025-01-31");
    const [paper, letter] = saved.mock.calls[0] ?? [];
    expect([paper, letter?.title, letter?.file]).toEqual(["letter", "Food for All", "letter-2025-01"]);
    expect(letter?.sheets.map(({ rows, sums }) => [rows[0], sums])).toEqual([
      [
        ["Warm Meals", 75, 7.5],
        ["Total", 75, 7.5],
      ],
      [
        ["Maple Leaf Books", 75, 7.5],
        ["Total", 75, 7.5],
      ],
    ]);
  });

  it("shows the setup steps until there is a donation", async () => {
    server.on("GET /Charities/home", () => ({
      ...home,
      totalFundraisingEver: 0,
      purchasesEver: 0,
      running: [],
      newest: [],
      shops: [],
    }));
    show();
    expect(await screen.findByText("Before the first sale for the cause")).toBeDefined();
    const step = screen.getByRole("link", { name: "Start a campaign" });
    expect(step.getAttribute("href")).toBe("/admin/charity/campaigns/add");
  });
});
