// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { pageOf, renderApp, server } from "@/testing/renderApp";

const shop = (vendorId: string, vendorName: string, sold: number) => ({
  vendorId,
  vendorName,
  totalCardSold: sold / 25,
  grossSold: sold,
  refunds: 0,
  totalPurchasedAmount: sold,
  totalRedeemedAmount: 40.25,
  totalBalance: 109.75,
  totalFundraising: 0,
  vendorRevenue: sold,
  totalFunrayRevenue: 0,
});

const report = (sold: number, shops: readonly ReturnType<typeof shop>[]) => ({
  totalCardsSold: 6,
  grossSold: sold + 25,
  refunds: 25,
  totalPurchasedAmount: sold,
  totalFunrayRevenue: 7.5,
  totalFundraising: 15,
  totalRedeemedAmount: 40.25,
  totalBalance: sold - 40.25,
  vendorRevenue: sold - 22.5,
  openingBalance: 0,
  vendorSummaries: [...shops],
  pageIndex: 1,
  pageSize: 1,
  totalPages: 1,
  totalItems: shops.length,
});

const nothing = {
  reviews: 0,
  reversals: 0,
  differences: 0,
  bursts: 0,
  deadLetters: 0,
  refundRequests: 0,
  buyingLimits: 0,
  shopClosings: 0,
  refusedRefunds: 0,
  payouts: 0,
  payoutsDrafted: 0,
  payoutsApproved: 0,
  payoutsExported: 0,
  heldPayments: 0,
  payoutFailures: 0,
  oldestPayoutFailure: null,
  vendors: 0,
  oldestVendor: null,
  charities: 0,
  oldestCharity: null,
  proposals: 0,
};

const well = {
  mailsDue: 1,
  mailsDueSince: "2025-04-01T01:59:00Z",
  canBePaid: true,
  paymentsOpen: 0,
  lastPaidAt: "2025-04-01T01:30:00Z",
  chargesDueSince: null,
  booksCheckedUntil: "2025-04-01T01:00:00Z",
  isStopped: false,
  guardsOff: [],
};

const dealings = {
  gifts: { sent: 8, delivered: 6, opened: 4, used: 2 },
  payments: {
    paid: 30,
    failed: 3,
    open: 1,
    reasons: [{ reason: "CARD_EXPIRED" as const, message: "", count: 2 }],
  },
  givenBack: { count: 2, amount: 75 },
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2025-04-01T02:00:00Z"), toFake: ["Date"] });
  server.on("GET /Helpdesk/open", () => nothing);
  server.on("GET /System/go-live", () => ({ lines: [] }));
  server.on("GET /Helpdesk/health", () => well);
  server.on("GET /Helpdesk/figures", () => dealings);
  server.on("GET /Payouts/next", () => ({
    payday: "2025-04-04",
    amount: 1250.5,
    reserve: null,
    bankEnding: null,
    payoutId: null,
    state: null,
  }));
  server.on("GET /Report/days", () => ({ days: [] }));
  server.on("GET /Report/vendors", ({ query }) =>
    query.get("startDate") === "2025-02-01"
      ? report(100, [shop("ten_1", "Maple Leaf Books", 100)])
      : report(150, [
          shop("ten_1", "Maple Leaf Books", 50),
          shop("ten_2", "River Bakery", 100),
          shop("ten_3", "Quiet Corner", 0),
        ]),
  );
});

async function show() {
  const { router } = renderApp(adminPaths.dashboard(), { as: "administrator" });
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  return router;
}

const lead = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");

describe("DashboardPage", () => {
  it("shows gifts by status and reasons of failed payments, each with a link to its rows", async () => {
    await show();
    const days = "startDate=2025-03-01&endDate=2025-03-31";
    await screen.findByRole("link", { name: /^Opened/ });
    expect(screen.getByRole("link", { name: /^Opened\s*4\s*50%/ })).toBeDefined();
    expect(lead(/^Sent/)).toBe(`/admin/cards/gifts?${days}`);
    expect(lead(/^First used/)).toBe(`/admin/cards/gifts?${days}&step=USED`);
    expect(lead(/^Failed/)).toBe(`/admin/cards/payments?${days}&end=FAILED`);
    expect(lead(/^The card has expired/)).toBe(
      `/admin/cards/payments?${days}&end=FAILED&reason=CARD_EXPIRED`,
    );
    expect(lead(/^Refunded/)).toBe(`/admin/cards/refunds?${days}`);
    expect(screen.getByText("$75.00")).toBeDefined();
  });

  it("says that all systems work, or which one doesn't", async () => {
    await show();
    await screen.findByRole("link", { name: /^Next payouts/ });
    const signs = await screen.findByRole("list", { name: m.dashboard_health() });
    const words = () =>
      within(signs)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(words()).toEqual([
      "Mail: sending",
      expect.stringMatching(/^Payments: last paid Mar/),
      expect.stringMatching(/^Ledger: verified Mar/),
      expect.stringMatching(/^Next payouts: \$1,250\.50 on April/),
    ]);
  });

  it("reports waiting emails, unknown payments and ledger errors", async () => {
    server.on("GET /Helpdesk/health", () => ({
      ...well,
      mailsDue: 7,
      mailsDueSince: "2025-04-01T01:50:00Z",
      paymentsOpen: 2,
      chargesDueSince: "2025-03-27T01:50:00Z",
      isStopped: true,
      guardsOff: ["SECOND_PERSON", "ORDER_REVIEW", "PROVEN_MONEY"],
    }));
    await show();
    expect(await screen.findByRole("link", { name: /^Mail: 7 waiting since Mar/ })).toBeDefined();
    const open = screen.getByRole("link", { name: "Payments: 2 not clear yet" });
    expect(open.getAttribute("href")).toBe("/admin/cards/payments?end=OPEN");
    expect(screen.getByRole("link", { name: m.dashboard_health_books_stopped() })).toBeDefined();
    expect(screen.getByRole("link", { name: /^Disputes: charges not checked since Mar/ })).toBeDefined();
    for (const words of [
      m.dashboard_health_one_person(),
      m.dashboard_health_no_reviews(),
      m.dashboard_health_no_proof(),
    ])
      expect(screen.getByRole("link", { name: words })).toBeDefined();
  });

  it("shows open cases with their age and a link, and the sidebar counts them", async () => {
    server.on("GET /Helpdesk/open", () => ({
      ...nothing,
      deadLetters: 1,
      payoutFailures: 1,
      oldestPayoutFailure: "pyo_1",
      reviews: 1,
      heldPayments: 1,
      vendors: 3,
      oldestVendor: "2025-03-29T15:00:00Z",
      proposals: 1,
    }));
    await show();
    const vendors = await screen.findByRole("link", { name: /^3\s*Vendors to approve/ });
    const failure = screen.getByRole("link", { name: /^1\s*Payout reported as failed/ });
    expect(failure.getAttribute("href")).toBe("/admin/payouts/pyo_1");
    expect(vendors.getAttribute("href")).toBe("/admin/vendors?state=PENDING");
    expect(vendors.textContent).toContain("Mar 29, 2025".replaceAll(" ", "\u00a0"));
    const mails = screen.getByRole("link", { name: /^1\s*Undelivered email/ });
    expect(mails.getAttribute("href")).toBe("/admin/cards/open/dead-letters");
    const proposals = screen.getByRole("link", { name: /^1\s*Proposed administrator/ });
    expect(proposals.getAttribute("href")).toBe("/admin/users");
    const reviews = screen.getByText("Orders held for review").closest("a");
    expect(reviews?.getAttribute("href")).toBe("/admin/cards/open/reviews");
    expect(screen.queryByText("Charities to approve")).toBeNull();
    const sidebar = screen.getAllByRole("navigation", { name: "Admin Portal" })[0] ?? document.body;
    expect(await within(sidebar).findByRole("link", { name: /Vendors.*3 to look into/ })).toBeDefined();
    expect(within(sidebar).getByRole("link", { name: /Cards & Orders.*3 to look into/ })).toBeDefined();
  });

  it("distinguishes payouts that wait for approval from those at the bank", async () => {
    const payouts = { payouts: 22, payoutsDrafted: 18, payoutsExported: 4 };
    server.on("GET /Helpdesk/open", () => ({ ...nothing, ...payouts }));
    await show();
    const drafts = await screen.findByRole("link", { name: /^18\s*Payouts to approve/ });
    expect(drafts.getAttribute("href")).toBe("/admin/payouts?state=DRAFT");
    const atBank = await screen.findByRole("link", { name: /^4\s*Payouts at the bank/ });
    expect(atBank.getAttribute("href")).toBe("/admin/payouts?state=EXPORTED");
    expect(screen.queryByText(/bank file/)).toBeNull();
  });

  it("shows this month's totals beside the previous month's, with links to the rows", async () => {
    await show();
    expect(await screen.findByText("Nothing waits for you.")).toBeDefined();
    expect(await screen.findByText(/Cards: 6\. Before: \$100\.00 \(\+50%\)/)).toBeDefined();
    expect(screen.getAllByText("Gross sold")[0]?.closest("div")?.textContent).toContain("$175.00");
    expect(screen.getAllByText("Refunds")[0]?.closest("div")?.textContent).toContain("$25.00");
    const sold = screen.getAllByRole("link", { name: "Net sold" })[0];
    expect(sold?.getAttribute("href")).toBe("/admin/vendor-report?startDate=2025-03-01&endDate=2025-03-31");
    const causes = screen.getByRole("link", { name: "Shares of causes" });
    expect(causes.getAttribute("href")).toContain("/admin/charity-report?startDate=2025-03-01");
    const outstanding = screen.getByRole("link", { name: "On cards at the end" });
    expect(outstanding.getAttribute("href")).toBe(
      "/admin/books/outstanding?startDate=2025-03-31&endDate=2025-03-31",
    );
  });

  it("ranks the shops, and lists those without a sale for 30 days", async () => {
    await show();
    const best = await screen.findByRole("table", { name: "Selling most" });
    await within(best).findByText("River Bakery");
    const names = within(best)
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
    expect(names).toEqual(["River Bakery", "Maple Leaf Books"]);
    const quiet = screen.getByRole("table", { name: "No sale for 30 days" });
    const link = within(quiet).getByRole("link", { name: "Quiet Corner" });
    expect(link.getAttribute("href")).toContain("/admin/vendors/view/ten_3/reporting?startDate=2025-03-01");
  });

  it("shows the setup steps until a card is sold", async () => {
    server.on("GET /Report/vendors", () => report(0, []));
    server.on("GET /Regions", () => pageOf([{ id: "reg_1" }]));
    for (const list of [
      "Categories",
      "Organizations",
      "Vendors",
      "Charities",
      "Charities/campaigns",
    ] as const)
      server.on(`GET /${list}`, () => pageOf([]));
    await show();
    const regions = await screen.findByRole("link", { name: /Add the regions.*Done/ });
    expect(regions.getAttribute("href")).toBe("/admin/regions");
    const vendor = screen.getByRole("link", { name: "Approve a first vendor" });
    expect(vendor.getAttribute("href")).toBe("/admin/vendors");
    expect(screen.queryByText("Selling most")).toBeNull();
  });
});
