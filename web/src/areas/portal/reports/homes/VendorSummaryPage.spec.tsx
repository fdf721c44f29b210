// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
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
  grossSold: sold + 50,
  refunds: 50,
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

const event = {
  date: "2025-03-12T12:17:00Z",
  kind: "SOLD" as const,
  cardId: "crd_1",
  cardNumber: "•••• 1234",
  amount: 25,
  person: "Leah C.",
};

const home = (sold: number, cards = 42) => ({
  summary: summary(sold, cards),
  balanceToday: 2681,
  cardsEver: cards,
  amounts: [
    { amount: 25, cardsSold: 16, totalPurchasedAmount: 400 },
    { amount: 100, cardsSold: 10, totalPurchasedAmount: 1000 },
  ],
  causes: [{ charityId: "ten_food", charityName: "Musique pour tous", totalFundraising: 40 }],
  employees: [
    { personId: "per_1", name: "Eli R.", redemptions: 7, totalRedemption: 290 },
    { personId: null, name: null, redemptions: 1, totalRedemption: 10 },
  ],
  hours: [
    { hour: 9, redemptions: 5, totalRedemption: 200 },
    { hour: 11, redemptions: 3, totalRedemption: 100 },
  ],
  events: [
    event,
    { ...event, kind: "FROZEN" as const, amount: null, person: null, date: "2025-03-11T12:17:00Z" },
  ],
});

const payout = {
  payday: "2025-04-04",
  amount: 132.51,
  reserve: null,
  bankEnding: "003",
  payoutId: null,
  state: null,
};

/** Returns the query of the last call for a period that begins on this day. */
const askedFor = (startDate: string) => {
  const asked = server.asked("GET /Vendors/home").map(({ query }) => Object.fromEntries(query));
  return asked.findLast((query) => query.startDate === startDate);
};

const isToday = (query: URLSearchParams) => query.get("startDate") === "2025-03-31";

beforeEach(() => {
  // The last evening of March in Toronto; in UTC it is already April.
  vi.useFakeTimers({ now: Date.parse("2025-04-01T02:00:00Z"), toFake: ["Date"] });
  server.on("GET /Vendors/summary", () => summary(700));
  server.on("GET /Vendors/home", () => home(1400));
  server.on("GET /Payouts/next", () => payout);
  server.on("GET /Vendors/ten_1/poster", () => new Response());
  server.on("GET /Report/days", () => ({ days: [] }));
  server.on("GET /Vendors/ten_1", () => shop);
  server.on("GET /Accounts", () => ({ ...pageOf([{ id: "per_1" }]), totalItems: 2 }));
});

describe("VendorSummaryPage", () => {
  it("starts with this month's figures of all cards", async () => {
    await show(own.summary());
    expect(askedFor("2025-03-01")).toEqual({
      tenantId: "ten_1",
      cardType: "0",
      startDate: "2025-03-01",
      endDate: "2025-03-31",
    });
    const sold = screen.getAllByRole("link", { name: "Net sold" })[0];
    expect(sold?.getAttribute("href")).toBe(
      "/admin/vendor/reporting?startDate=2025-03-01&endDate=2025-03-31",
    );
    expect(await screen.findByText(/Cards: 42\. Before: \$700\.00 \(\+100%\)/)).toBeDefined();
    const today = screen.getByRole("link", { name: "On cards today" });
    expect(today.getAttribute("href")).toBe("/admin/vendor/cards-transaction");
    expect(screen.queryByText("Needs you")).toBeNull();
  });

  it("starts on a phone with a sentence about today, which is not loaded on a desktop", async () => {
    const today = { ...summary(150, 3), totalRedemption: 239 };
    server.on("GET /Vendors/summary", ({ query }) => (isToday(query) ? today : summary(700)));
    await show(own.summary());
    expect(screen.queryByText(/^Today:/)).toBeNull();
    expect(server.asked("GET /Vendors/summary").filter(({ query }) => isToday(query))).toEqual([]);
    cleanup();

    vi.stubGlobal("matchMedia", (media: string) => ({
      media,
      matches: media === "(width < 40rem)",
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    await show(own.summary());
    const sentence = await screen.findByText(/^Today:/);
    await waitFor(() =>
      expect(sentence.textContent?.replaceAll("\u00a0", " ")).toBe(
        "Today: 3 cards sold for $150.00, and $239.00 redeemed. Next payout: $132.51 on April 4, 2025.",
      ),
    );
    expect(screen.getByRole("heading", { level: 1 }).nextElementSibling).toBe(sentence);
  });

  it("names what is missing", async () => {
    server.on("GET /Vendors/ten_1", () => ({ ...shop, logoPath: null }));
    await show(own.summary());
    const logo = await screen.findByRole("link", { name: "Choose a logo" });
    expect(logo.getAttribute("href")).toBe("/admin/vendor/information");
    expect(within(screen.getByRole("main")).queryByRole("link", { name: /Choose the amounts/ })).toBeNull();
  });

  it("shows the setup steps until a card is sold", async () => {
    server.on("GET /Vendors/home", () => home(0, 0));
    server.on("GET /Accounts", () => pageOf([{ id: "per_1" }]));
    server.on("GET /Tills", () => [{ id: "til_1" }]);
    server.on("GET /Vendors/ten_1/test-card", () => ({ code: null, redeemedAt: null }));
    renderApp(own.summary(), { as: "manager" });
    expect(await screen.findByText("Before the first card is sold")).toBeDefined();
    const test = await screen.findByRole("link", { name: "Try the counter with a test card" });
    expect(test.getAttribute("href")).toBe("/admin/vendor/test-card");
    expect(screen.getByRole("link", { name: /Make a device your till.*Done/ })).toBeDefined();
    const poster = screen.getByRole("link", { name: "Download and print" });
    expect(poster.getAttribute("href")).toBe("/admin/vendor/information");
    expect(screen.queryByText("Next payout")).toBeNull();
    expect(screen.getByText(/The first payout can arrive on April\s4,\s2025\./)).toBeDefined();
    expect(screen.getByRole("link", { name: /Choose the amounts of the cards.*Done/ })).toBeDefined();
    const staff = screen.getByRole("link", { name: "Invite somebody who works at the counter" });
    expect(staff.getAttribute("href")).toBe("/admin/vendor/users/add");
  });

  it("shows the amount, day and account of the next payout", async () => {
    await show(own.summary());
    const next = await screen.findByRole("link", { name: "Next payout" });
    expect(next.getAttribute("href")).toBe("/admin/vendor/payouts");
    expect(screen.getByText("$132.51")).toBeDefined();
    expect(screen.getByText(/April\s4,\s2025, to the account ending in 003\./)).toBeDefined();
  });

  it("links to the bank account form until there is an account", async () => {
    server.on("GET /Payouts/next", () => ({ ...payout, bankEnding: null }));
    await show(own.summary());
    const none = await screen.findByRole("link", { name: "No bank account yet" });
    expect(none.getAttribute("href")).toBe("/admin/vendor/information");
  });

  it("breaks the figures down, with links to the rows", async () => {
    await show(own.summary());
    const rows = "/admin/vendor/events?startDate=2025-03-01&endDate=2025-03-31&figure=";
    for (const [name, figure] of [
      ["$25", "amount.25"],
      ["You gave $40.00 to Musique pour tous", "cause.ten_food"],
      ["Eli R.", "employee.per_1"],
      ["FunRay", "redemptions"],
    ] as const) {
      const link = within(screen.getByRole("main")).getByRole("link", { name });
      expect(link.getAttribute("href")).toBe(rows + figure);
    }
    const hours = screen.getAllByRole("table").at(-1) as HTMLElement;
    expect(
      within(hours)
        .getAllByRole("row")
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(["9 a.m.5$200.00", "10 a.m.0$0.00", "11 a.m.3$100.00"]);
  });

  it("shows the latest events, each with its card", async () => {
    await show(own.summary());
    const sold = screen.getByRole("link", { name: "Leah C. bought a card of $25.00" });
    expect(sold.getAttribute("href")).toBe("/admin/vendor/cards-transaction/crd_1");
    expect(sold.closest("li")?.textContent).toMatch(/Mar\s12,\s2025.*8:17/);
    expect(screen.getByRole("link", { name: "FunRay deactivated a card" })).toBeDefined();
  });

  it("keeps brand and period in the address", async () => {
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

  it("explains invalid dates, and doesn't send them", async () => {
    await show(own.summary());
    fireEvent.change(screen.getByLabelText("End Date"), { target: { value: "2025-02-01" } });
    expect(await screen.findByText("Start Date must be less than End Date")).toBeDefined();
    expect(await screen.findByText("End Date must be greater than Start Date")).toBeDefined();
    fireEvent.change(screen.getByLabelText("End Date"), { target: { value: "" } });
    expect(await screen.findByText("Wrong date format")).toBeDefined();
    await waitFor(() => expect(askedFor("2025-03-01")).toMatchObject({ endDate: "2025-03-31" }));
  });

  it("shows the vendor that an administrator looks at", async () => {
    server.on("GET /Vendors/ten_bread/poster", () => new Response());
    server.on("GET /Vendors/ten_bread", () => ({ ...shop, displayName: "Boulangerie", state: "ACTIVE" }));
    const address = `${adminPaths.vendorArea("ten_bread").summary()}?cardType=7&startDate=x&endDate=y`;
    await show(address, "administrator");
    expect(askedFor("2025-03-01")).toMatchObject({ tenantId: "ten_bread", cardType: "0" });
  });
});

const eventsAsked = () => Object.fromEntries(server.asked("GET /Vendors/events").at(-1)?.query ?? []);

describe("ShopEventListPage", () => {
  const days = "startDate=2025-03-01&endDate=2025-03-31";

  beforeEach(() => {
    const undone = { ...event, kind: "UNDONE" as const, person: "Eli R.", amount: 10 };
    server.on("GET /Vendors/events", () => pageOf([event, undone]));
  });

  it("filters by the figure's name, and shows its label", async () => {
    renderApp(`${own.events()}?${days}&figure=amount.25`, { as: "manager" });
    const sold = await screen.findByRole("link", { name: "Leah C. bought a card of $25.00" });
    expect(sold.getAttribute("href")).toBe("/admin/vendor/cards-transaction/crd_1");
    expect(eventsAsked()).toMatchObject({
      tenantId: "ten_1",
      amount: "25",
      startDate: "2025-03-01",
      pageIndex: "1",
    });
    expect(await screen.findByText("Figure: Cards of $25 sold")).toBeDefined();
    expect(screen.getByText("-$10.00")).toBeDefined();
  });

  it("offers people whose account is closed", async () => {
    const gone = { personId: "per_9", name: null, redemptions: 1, totalRedemption: 10 };
    server.on("GET /Vendors/home", () => ({ ...home(1400), employees: [gone] }));
    renderApp(`${own.events()}?${days}&figure=employee.per_9`, { as: "manager" });
    expect(await screen.findByText("Figure: Redeemed by FunRay")).toBeDefined();
  });

  it.each([
    ["sales", { of: "SALES" }],
    ["redemptions", { of: "REDEMPTIONS" }],
    ["cause.ten_food", { charityId: "ten_food" }],
    ["employee.per_1", { employeeId: "per_1" }],
    ["nonsense", {}],
  ])("asks the server for the figure %s", async (figure, query) => {
    renderApp(`${own.events()}?${days}&figure=${figure}`, { as: "manager" });
    await screen.findByRole("link", { name: "Leah C. bought a card of $25.00" });
    const { of, amount, charityId, employeeId } = eventsAsked();
    expect({ of, amount, charityId, employeeId }).toEqual(query);
  });
});
