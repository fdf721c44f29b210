// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import readWorkbook from "read-excel-file/node";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { saveFile } from "@/lib/saveFile";
import type { Who } from "@/shared/testing/render";
import { pageOf, renderApp, server } from "@/testing/renderApp";

vi.mock("@/lib/saveFile", () => ({ saveFile: vi.fn() }));

async function show(address: string, as: Who = "manager") {
  const { router } = renderApp(address, { as });
  await screen.findByText("Total");
  return router;
}

const bytesOf = async (content: string | Blob) => new Uint8Array(await (content as Blob).arrayBuffer());

/** Downloads a vendor's report through a choice of the menu. */
async function download(choice: string): Promise<{ name: string | undefined; content: string | Blob }> {
  await show(adminPaths.vendorArea().reporting());
  // jsdom opens no popovers, so the choices are rendered but hidden.
  await act(async () => fireEvent.click(screen.getByText(choice)));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  const [name, content = ""] = vi.mocked(saveFile).mock.calls[0] ?? [];
  return { name, content };
}

const lastAsked = (call: string) => Object.fromEntries(server.asked(call).at(-1)?.query ?? []);

const row = {
  date: "2025-03-10T15:00:00Z",
  kind: "SOLD",
  clerk: null,
  till: null,
  cardId: "crd_1",
  cardNumber: "•••• 1234",
  purchased: 100,
  redemption: 0,
  balance: 100,
  actualRevenue: 85,
  chairtyRate: 10,
  charitySponsor: "=Food for All",
};

beforeEach(() => {
  // The last evening of March in Toronto; in UTC it is already April.
  vi.useFakeTimers({ now: Date.parse("2025-04-01T02:00:00Z"), toFake: ["Date"] });
  vi.mocked(saveFile).mockClear();
  const position = { "ledger-position": 'trf_06b4qhk2w8; at="2025-03-10T15:00:00Z"' };
  server.on("GET /Report/vendor", ({ query }) =>
    Response.json(
      {
        grossSold: 125,
        refunds: 15,
        totalPurchasedAmount: 110,
        totalCardsSold: 2,
        totalRedemption: 30.25,
        totalPaidOutInCash: 4.25,
        totalBalance: 99.75,
        actualRevenue: 93.5,
        totalFundraising: 11,
        totalFunrayRevenue: 5.5,
        openingBalance: 20,
        transactions:
          query.get("pageIndex") === "1"
            ? [row]
            : [
                {
                  ...row,
                  kind: "REDEEMED",
                  clerk: "Eli N.",
                  till: "Front",
                  cardNumber: "•••• 5678",
                  purchased: 10,
                },
              ],
        pageIndex: 1,
        pageSize: 1,
        totalPages: 2,
        totalItems: 2,
      },
      { headers: position },
    ),
  );
  server.on("GET /Report/charity", () => ({
    totalPurchasedAmount: 75,
    totalFundraising: 7.5,
    transactions: [
      {
        campaignName: "Warm Meals",
        date: "2025-03-10T15:00:00Z",
        customerName: "Leah C.",
        cardNumber: "•••• 1234",
        purchasedAmount: 75,
        charityRate: 10,
        totalFundraising: 7.5,
        vendorSupported: "Maple Leaf Books",
        isHandover: false,
      },
    ],
    ...pageOf([]),
  }));
  server.on("GET /Report/days", () => ({ days: [] }));
  server.on("GET /Charities/campaigns", () => pageOf([{ id: "cam_1", name: "Warm Meals" }]));
  server.on("GET /Vendors/ten_1", () => ({ displayName: "Maple Leaf Books", state: "ACTIVE" }));
  server.on("GET /Vendors/ten_bread", () => ({ displayName: "Boulangerie", state: "ACTIVE" }));
});

describe("VendorReportPage", () => {
  it("starts with this month in Toronto, and its equations add up", async () => {
    await show(adminPaths.vendorArea().reporting());
    expect(lastAsked("GET /Report/vendor")).toMatchObject({
      tenantId: "ten_1",
      startDate: "2025-03-01",
      endDate: "2025-03-31",
    });
    const figures = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(figures).toEqual([
      "$125.00",
      "$15.00",
      "$110.00",
      "$110.00",
      "$11.00",
      "$5.50",
      "$93.50",
      "$20.00",
      "$110.00",
      "$26.00",
      "$4.25",
      "$99.75",
    ]);
    const details = screen.getByRole("table", { name: "Details" });
    const sums = within(details).getAllByRole("row").at(-1);
    expect(sums?.textContent).toBe("Total$110.00$30.25$93.50");
    // Stays in sight by table.css.
    expect(sums?.dataset["sums"]).toBe("");
    expect(screen.getByRole("link", { name: "•••• 1234" }).getAttribute("href")).toBe(
      "/admin/vendor/cards-transaction/crd_1",
    );
  });

  it("names the choice of every brand in words, not by its number", async () => {
    await show(adminPaths.vendorArea().reporting());
    const brands = within(screen.getByLabelText("Card Brand")).getAllByRole("option");
    expect(brands.map(({ textContent }) => textContent)).toEqual(["All brands", "FunRay", "RayZR"]);
  });

  it("scrolls to the first row on another page", async () => {
    await show(adminPaths.vendorArea().reporting());
    const frame = screen.getByRole("region", { name: "Details" });
    frame.getBoundingClientRect = () => ({ top: -2000 }) as DOMRect;
    const scroll = vi.fn<() => void>();
    frame.scrollIntoView = scroll;
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Next page" })));
    expect(scroll).toHaveBeenCalledOnce();
  });

  it("shows the last included ledger transfer", async () => {
    await show(adminPaths.vendorArea().reporting());
    const foot = screen.getByText(/Toronto time/).textContent?.replaceAll("\u00a0", " ");
    expect(foot).toContain("Ledger up to transfer B4QHK2W8 (Mar 10, 2025, 11:00 a.m.).");
  });

  it("shows the vendor that an administrator looks at", async () => {
    await show(adminPaths.vendorArea("ten_bread").reporting(), "administrator");
    expect(lastAsked("GET /Report/vendor")).toMatchObject({ tenantId: "ten_bread" });
    expect(screen.getByRole("link", { name: "•••• 1234" }).getAttribute("href")).toContain("ten_bread");
  });

  it("downloads all rows, with texts that no spreadsheet runs as formulas", async () => {
    const { name, content } = await download("CSV");
    expect(name).toBe("vendor-report-2025-03-01-2025-03-31.csv");
    const lines = (content as string).trim().split("\r\n");
    // A spreadsheet would add totals to the other rows.
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe("2025-03-10 11:00:00,Sold,•••• 1234,100,0,100,85,,,10,'=Food for All");
    expect(lines[2]).toBe(
      "2025-03-10 11:00:00,Redeemed,•••• 5678,10,0,100,85,Eli N.,Front,10,'=Food for All",
    );
  });

  it("downloads a workbook with the server's values", async () => {
    const { name, content } = await download("Excel (XLSX)");
    expect(name).toBe("vendor-report-2025-03-01-2025-03-31.xlsx");
    const [summary] = await readWorkbook(Buffer.from(await bytesOf(content)));
    expect(summary).toEqual({
      sheet: "Summary",
      data: [
        [
          "Cards Sold",
          "Gross sold",
          "Refunds",
          "Net sold",
          "Redeemed",
          "Paid out in cash",
          "On cards at the end",
          "Yours once redeemed",
        ],
        [2, 125, 15, 110, 30.25, 4.25, 99.75, 93.5],
      ],
    });
  });

  it("downloads a PDF with heading and all rows", async () => {
    const { name, content } = await download("PDF, A4");
    expect(name).toBe("vendor-report-2025-03-01-2025-03-31.pdf");
    const pdf = await getDocumentProxy(await bytesOf(content));
    const [, , width, height] = (await pdf.getPage(1)).view;
    expect([width, height]).toEqual([595, 842]);
    const { text } = await extractText(pdf, { mergePages: true });
    const words = text.replaceAll(/\s+/g, " ");
    for (const said of [
      "FunRay",
      "Maple Leaf Books",
      "March 1, 2025 to March 31, 2025",
      "Gross sold $125.00",
      "= Net sold $110.00",
      "= Yours once redeemed $93.50",
      "Mar 10, 2025, 11:00 a.m. Sold •••• 1234 $100.00 $0.00 $100.00 $85.00 – – 10% =Food for All",
      "•••• 5678",
      "Total $110.00 $30.25 $93.50",
      "Ledger up to transfer B4QHK2W8 (Mar 10, 2025, 11:00 a.m.).",
      "Page 1 of 1",
    ])
      expect(words).toContain(said);
  });
});

describe("VendorReportPage, compared with the previous period", () => {
  it("reads the previous month and shows the changes", async () => {
    const router = await show(adminPaths.vendorArea().reporting());
    expect(screen.queryByText(/^Before/)).toBeNull();
    await act(async () => fireEvent.click(screen.getByRole("checkbox", { name: /February.1,.2025/ })));
    await waitFor(() => expect(router.state.location.search).toContain("compare=1"));
    await waitFor(() =>
      expect(lastAsked("GET /Report/vendor")).toMatchObject({
        startDate: "2025-02-01",
        endDate: "2025-02-28",
      }),
    );
    expect(await screen.findByText("Before: $93.50 (0%)")).toBeDefined();
  });
});

describe("VendorsReportPage", () => {
  it("links each vendor to their rows of the same days, below a chart", async () => {
    const sums = { totalPurchasedAmount: 150, totalRedeemedAmount: 40.25, totalBalance: 109.75 };
    const shares = { totalFundraising: 0, vendorRevenue: 142.5, totalFunrayRevenue: 7.5 };
    const shop = { vendorId: "ten_1", vendorName: "Maple Leaf Books", totalCardSold: 3, ...sums, ...shares };
    server.on("GET /Report/vendors", () => ({
      ...pageOf([shop]),
      ...sums,
      ...shares,
      totalCardsSold: 3,
      openingBalance: 0,
      vendorSummaries: [shop],
    }));
    const days = "startDate=2025-03-01&endDate=2025-03-31&cardType=2";
    await show(`${adminPaths.vendorReport()}?${days}`, "administrator");
    const link = screen.getByRole("link", { name: "Maple Leaf Books" });
    expect(link.getAttribute("href")).toBe(`/admin/vendors/view/ten_1/reporting?${days}`);
    const asked = Object.fromEntries(new URLSearchParams(days));
    await waitFor(() => expect(lastAsked("GET /Report/days")).toEqual(asked));
  });
});

describe("LiabilityPage", () => {
  it("reads the balances at the end of a day, by age of the cards", async () => {
    const ages = { upTo90Days: 100, upTo365Days: 9.75, upTo730Days: 0, older: 0 };
    const sums = {
      totalCardsSold: 3,
      totalPurchasedAmount: 150,
      totalRedeemedAmount: 40.25,
      totalBalance: 109.75,
      ages,
    };
    server.on("GET /Books/outstanding", () => ({
      ...sums,
      vendors: [{ ...sums, vendorId: "ten_1", vendorName: "Maple Leaf Books" }],
      ...pageOf([]),
    }));
    await show(adminPaths.liability(), "administrator");
    expect(lastAsked("GET /Books/outstanding")).toMatchObject({ day: "2025-03-31" });
    const details = screen.getByRole("table", { name: "Details" });
    const rows = within(details)
      .getAllByRole("row")
      .map(({ textContent }) => textContent);
    const figures = "3$150.00$40.25$109.75$100.00$9.75$0.00$0.00";
    expect(rows.slice(1)).toEqual([`Maple Leaf Books${figures}`, `Total${figures}`]);
    await act(async () =>
      fireEvent.change(screen.getByLabelText("As of"), { target: { value: "2024-12-31" } }),
    );
    await waitFor(() => expect(lastAsked("GET /Books/outstanding")).toMatchObject({ day: "2024-12-31" }));
    await act(async () => fireEvent.click(screen.getByText("CSV")));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toBe("outstanding-2024-12-31.csv");
  });
});

describe("CharityReportPage", () => {
  it("filters by campaign", async () => {
    await show(adminPaths.charityArea().reporting(), "charity manager");
    expect(screen.getByText("Leah C.")).toBeDefined();
    await waitFor(() => expect(lastAsked("GET /Report/days")).toMatchObject({ tenantId: "ten_food" }));
    expect(await screen.findByText("The same as a table")).toBeDefined();
    await screen.findByRole("option", { name: "Warm Meals" });
    await act(async () =>
      fireEvent.change(screen.getByLabelText("Campaign"), { target: { value: "cam_1" } }),
    );
    await waitFor(() => expect(lastAsked("GET /Report/charity")).toMatchObject({ campaignId: "cam_1" }));
    expect(screen.queryByText("The same as a table")).toBeNull();
  });
});

describe("reports for administrators", () => {
  it("show the donations to all charities by day, for cards with a charity", async () => {
    server.on("GET /Report/charities", () => ({
      totalPurchasedAmount: 75,
      totalCharityFundraising: 7.5,
      charitySummaries: [
        { campaignName: "Warm Meals", charityName: "Food", totalPurchasedAmount: 75, totalFundraising: 7.5 },
      ],
      ...pageOf([]),
    }));
    server.on("GET /Charities/campaigns", () => pageOf([]));
    await show(adminPaths.charityReport(), "administrator");
    expect(await screen.findByText("The same as a table")).toBeDefined();
    await waitFor(() =>
      expect(lastAsked("GET /Report/days")).toMatchObject({ cardType: "1", startDate: "2025-03-01" }),
    );
    // All of its totals are above the rows.
    expect(screen.queryByRole("table", { name: "Summary" })).toBeNull();
    expect(screen.getByText(/As of .*, Toronto time\./)).toBeDefined();
  });
});

describe("saved views of a report", () => {
  it("restore the report without its page number", async () => {
    const saved = {
      id: "viw_1",
      list: "report.vendor-report",
      name: "RayZR last year",
      query: "startDate=2024-01-01&endDate=2024-12-31&cardType=2",
      hiddenColumns: [],
      isDense: false,
      isDefault: false,
    };
    server.on("GET /Accounts/me/views", () => [saved]);
    const router = await show(`${adminPaths.vendorArea().reporting()}?page=2`);
    const choice = await screen.findByText("RayZR last year");
    expect(lastAsked("GET /Accounts/me/views")).toEqual({ list: "report.vendor-report" });
    await act(async () => fireEvent.click(choice));
    const address = Object.fromEntries(new URLSearchParams(router.state.location.search));
    expect(address).toEqual({ startDate: "2024-01-01", endDate: "2024-12-31", cardType: "2" });
  });
});
