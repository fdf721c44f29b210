// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { saveFile } from "@/lib/saveFile";
import { pageOf, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { BookAccount, BookMonth, JournalPart, MonthReopening, TrialBalance } from "./queries";

vi.mock("@/lib/saveFile", () => ({ saveFile: vi.fn() }));

const account = (name: TrialBalance["accounts"][number]["account"], debit: number, credit: number) => ({
  account: name,
  bankAccountName: null,
  opening: 0,
  debit,
  credit,
  closing: credit - debit,
});

const balance: TrialBalance = {
  accounts: [account("GATEWAY_CLEARING", 50, 0), account("CARD", 20, 50), account("VENDOR_PAYABLE", 0, 20)],
  totalDebit: 70,
  totalCredit: 70,
  vendorsHeldBack: 3.25,
  charitiesHeldBack: 0,
  closedAt: null,
  closedByName: null,
  totalPages: 1,
  totalItems: 3,
};

const reversal: JournalPart["transfers"][number] = {
  id: "trf_06b4qhk2w8",
  kind: "REVERSAL",
  date: "2025-03-10T15:00:00Z",
  vendorName: "Maple Leaf Books",
  orderId: null,
  reason: "=A mistake",
  postedByName: null,
  corrects: "2025-02",
  heldBack: 0,
  entries: [
    { account: "CARD", tenantName: null, lastFour: "1234", bankAccountName: null, debit: 0, credit: 20 },
    {
      account: "VENDOR_PAYABLE",
      tenantName: "Maple Leaf Books",
      lastFour: null,
      bankAccountName: null,
      debit: 20,
      credit: 0,
    },
  ],
};

const month = (name: string, changes: Partial<BookMonth> = {}): BookMonth => ({
  month: name,
  closedAt: null,
  closedByName: null,
  transfers: null,
  canBeClosed: false,
  ...changes,
});

const chart: BookAccount[] = [
  ["GATEWAY_CLEARING", "1210", "Card gateway clearing", "CURRENT_ASSET"] as const,
  ["CARD", "2110", "Gift cards outstanding", "CURRENT_LIABILITY"] as const,
  ["VENDOR_PAYABLE", "2120", "Owed to shops", "CURRENT_LIABILITY"] as const,
].map(([name, number, title, accountType]) => ({
  account: name,
  number,
  name: title,
  accountType,
  bankAccountId: null,
  isMapped: false,
}));

const show = (address: string) => renderApp(address, { as: "administrator" });

const cellsOf = (table: string) =>
  within(screen.getByRole("table", { name: table }))
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent?.replaceAll("\u00a0", " ")));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2025-03-20T15:00:00Z"), toFake: ["Date"] });
  vi.mocked(saveFile).mockClear();
  server.on("GET /Books/reopenings", () => ({ items: [] }));
  server.on("GET /Books/deposits", () => pageOf([]));
  server.on("GET /Books/accounts", () => ({ items: chart }));
});

describe("TrialBalancePage", () => {
  it("adds up each kind of account, and shows when its month was closed", async () => {
    server.on("GET /Books/trial-balance", () => ({
      ...balance,
      closedAt: "2025-03-02T15:00:00Z",
      closedByName: "Adam Roy",
    }));
    show(adminPaths.books());
    await screen.findByText(/closed by Adam Roy/);
    expect(Object.fromEntries(server.asked("GET /Books/trial-balance")[0]?.query ?? [])).toEqual({
      startDate: "2025-03-01",
      endDate: "2025-03-31",
    });
    expect(cellsOf("Details").slice(1)).toEqual([
      ["1210", "Card gateway", "$0.00", "$50.00", "$0.00", "$50.00", "–"],
      ["2110", "On gift cards", "$0.00", "$20.00", "$50.00", "–", "$30.00"],
      ["2120", "Owed to vendors", "$0.00", "$0.00", "$20.00", "–", "$20.00"],
      ["Total", "", "$0.00", "$70.00", "$70.00", "$50.00", "$50.00"],
    ]);
    // The equations above the table already show the debits and credits.
    expect(cellsOf("Summary")).toEqual([
      ["Held back from vendors", "Held back from charities"],
      ["$3.25", "$0.00"],
    ]);
  });
});

describe("JournalPage", () => {
  it("shows each entry with its account, names the corrected month, and exports the same", async () => {
    server.on("GET /Books/journal", () => ({
      turnover: 20,
      transfers: [reversal],
      pageIndex: 1,
      pageSize: 100,
      totalPages: 1,
      totalItems: 1,
    }));
    show(adminPaths.journal());
    await screen.findByText("Total");
    const [, first, second] = cellsOf("Details");
    expect(first?.slice(1)).toEqual([
      "Reversal, corrects February 2025B4QHK2W8 · System · =A mistake",
      "On gift cards: •••• 1234",
      "–",
      "$20.00",
      "Maple Leaf Books",
    ]);
    expect(second?.slice(2, 5)).toEqual(["Owed to vendors: Maple Leaf Books", "$20.00", "–"]);
    await act(async () => fireEvent.click(screen.getByText("CSV")));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [name, content] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("journal-2025-03-01-2025-03-31.csv");
    expect(content).toContain(",Reason,Posted by");
    expect(content).toContain(",20,,Maple Leaf Books,'=A mistake,System");
  });

  it("leaves its accounts the width of two names", async () => {
    server.on("GET /Books/journal", () => ({
      turnover: 20,
      transfers: [reversal],
      pageIndex: 1,
      pageSize: 100,
      totalPages: 1,
      totalItems: 1,
    }));
    show(adminPaths.journal());
    const name = await screen.findByText("On gift cards: •••• 1234");
    // 160 px.
    expect(name.closest("td")?.className).toContain("md:min-w-40");
  });

  it("filters by kind, in the address and the file too", async () => {
    server.on("GET /Books/journal", () => ({
      turnover: 20,
      transfers: [reversal],
      pageIndex: 1,
      pageSize: 100,
      totalPages: 1,
      totalItems: 1,
    }));
    const { router } = show(adminPaths.journal());
    await screen.findByText("Total");
    fireEvent.change(screen.getByLabelText("Transfer"), { target: { value: "REVERSAL" } });
    await screen.findByRole("heading", { name: "Journal: Reversal" });
    expect(router.state.location.search).toContain("kind=REVERSAL");
    await waitFor(() =>
      expect(server.asked("GET /Books/journal").at(-1)?.query.get("kind")).toBe("REVERSAL"),
    );
    await act(async () => fireEvent.click(screen.getByText("CSV")));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [name] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("journal-reversal-2025-03-01-2025-03-31.csv");
  });
});

describe("MonthsPage", () => {
  it("closes months in order, after a confirmation", async () => {
    const closed = { closedAt: "2025-03-20T15:00:00Z", closedByName: "Adam Roy", transfers: 7 };
    let months = [month("2025-03"), month("2025-02", { canBeClosed: true })];
    server.on("GET /Books/months", () => ({ items: months }));
    server.on("POST /Books/months", () => {
      months = [month("2025-03"), month("2025-02", closed)];
      return month("2025-02", closed);
    });
    server.on("GET /Books/months/2025-02/checklist", () => ({
      items: [
        { kind: "DRAFTS", open: 2, bankAccountName: null },
        { kind: "BANK_LINES", open: 1, bankAccountName: "Savings" },
        { kind: "TAX", open: 0, bankAccountName: null },
      ],
    }));
    show(adminPaths.bookMonths());
    await press(/^Close the month: February.2025$/);
    const dialog = await screen.findByRole("dialog");
    const checks = await within(dialog).findByRole("list", { name: "Checklist" });
    expect(checks.textContent).toBe(
      "Drafted payouts2 openBank lines to match: Savings1 openShops without their taxDone",
    );
    expect(dialog.textContent).toContain("Only two administrators together can reopen it.");
    expect(server.asked("POST /Books/months")).toEqual([]);
    fireEvent.click(within(dialog).getByRole("button", { name: "Close the month" }));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: /^Close the month: February/ })).toBeNull(),
    );
    expect(server.asked("POST /Books/months").map(({ body }) => body)).toEqual([{ month: "2025-02" }]);
    expect(toasts()).toEqual(["February\u00a02025 is closed"]);
    await screen.findByText("Adam Roy");
  });

  it("asks a second administrator to reopen the last closed month, who decides", async () => {
    const closed = { closedAt: "2025-03-20T15:00:00Z", closedByName: "Adam Roy", transfers: 7 };
    const waiting: MonthReopening = {
      id: "mro_1",
      month: "2025-02",
      reason: "The wrong rate",
      askedAt: "2025-03-20T15:00:00Z",
      askedByName: "Bea Roy",
      isApproved: null,
      decidedAt: null,
      decidedByName: null,
      refusal: null,
    };
    let reopenings: MonthReopening[] = [];
    server.on("GET /Books/months", () => ({ items: [month("2025-02", closed), month("2025-01", closed)] }));
    server.on("GET /Books/reopenings", () => ({ items: reopenings }));
    server.on("POST /Books/reopenings", () => {
      reopenings = [waiting];
      return waiting;
    });
    server.on("PUT /Books/reopenings/mro_1/approved", () => {
      reopenings = [{ ...waiting, isApproved: true }];
      return reopenings[0];
    });
    show(adminPaths.bookMonths());
    await press(/^Reopen February.2025$/);
    expect(screen.queryByRole("button", { name: /^Reopen January/ })).toBeNull();
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "The wrong rate" } });
    fireEvent.click(dialog.getByRole("button", { name: "Ask a second person" }));
    expect(await screen.findByText(/^Bea Roy asked on/)).toBeDefined();
    expect(server.asked("POST /Books/reopenings")[0]?.body).toEqual({
      month: "2025-02",
      reason: "The wrong rate",
    });
    await press("Reopen");
    await waitFor(() => expect(toasts().at(-1)).toBe("February\u00a02025 is open again"));
  });

  it("saves the package of a month with all its files", async () => {
    const page = { pageIndex: 1, pageSize: 1000, totalPages: 1, totalItems: 1 };
    server.on("GET /Books/months", () => ({ items: [month("2025-02")] }));
    server.on("GET /Books/trial-balance", () => balance);
    server.on("GET /Books/journal", () => ({ ...page, turnover: 20, transfers: [reversal] }));
    server.on("GET /Books/outstanding", () => ({ ...page, vendors: [] }));
    server.on("GET /Taxes/report", () => ({ ...page, rows: [] }));
    server.on("GET /Books/journal-file", ({ query }) => ({
      name: `journal-${query.get("format")}.csv`,
      content: "*Narration",
    }));
    show(adminPaths.bookMonths());
    await press(/^Package of February.2025/);
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [name, content] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("books-2025-02.zip");
    const files = unzipSync(new Uint8Array(await (content as Blob).arrayBuffer()));
    expect(Object.keys(files)).toEqual([
      "trial-balance-2025-02.csv",
      "journal-2025-02.csv",
      "outstanding-2025-02.csv",
      "deposits-2025-02.csv",
      "taxes-2025-02.csv",
      "journal-QUICKBOOKS_ONLINE.csv",
      "journal-QUICKBOOKS_DESKTOP.csv",
      "journal-XERO.csv",
    ]);
    const journal = strFromU8(files["journal-2025-02.csv"] ?? new Uint8Array());
    expect(journal).toContain(
      ",Reversal,2110,Gift cards outstanding,Current liability,1234,0,20,'=A mistake",
    );
  });

  it("saves a month’s summed journal for an accounting program", async () => {
    server.on("GET /Books/months", () => ({ items: [month("2025-02")] }));
    const file = { name: "journal-2025-02-xero.csv", content: "*Narration" };
    server.on("GET /Books/journal-file", () => file);
    show(adminPaths.bookMonths());
    await screen.findByRole("button", { name: /^Summed journal of February.2025$/ });
    await act(async () => fireEvent.click(screen.getByText("Xero (CSV)")));
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(file.name, file.content, "text/plain"));
    const asked = Object.fromEntries(server.asked("GET /Books/journal-file")[0]?.query ?? []);
    expect(asked).toEqual({ month: "2025-02", format: "XERO" });
  });
});

describe("AccountsPage", () => {
  it("maps an account to the number and name of the accountant’s program", async () => {
    server.on("PUT /Books/accounts/CARD", () => ({ items: chart }));
    show(adminPaths.bookAccounts());
    await press("Edit On gift cards");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(/^Number/), { target: { value: "2199" } });
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(toasts()).toContain("Account saved"));
    const body = server.asked("PUT /Books/accounts/CARD")[0]?.body;
    expect(body).toEqual({ number: "2199", name: "Gift cards outstanding" });
  });
});
