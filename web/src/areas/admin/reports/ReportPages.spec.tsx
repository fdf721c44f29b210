// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
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

const lastAsked = (call: string) => Object.fromEntries(server.asked(call).at(-1)?.query ?? []);

const row = {
  date: "2025-03-10T15:00:00Z",
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
  // The last evening of March in Toronto; elsewhere it is April already.
  vi.useFakeTimers({ now: Date.parse("2025-04-01T02:00:00Z"), toFake: ["Date"] });
  vi.mocked(saveFile).mockClear();
  server.on("GET /Report/vendor", ({ query }) => ({
    totalPurchasedAmount: 110,
    totalCardsSold: 2,
    totalRedemption: 30.25,
    totalBalance: 99.75,
    actualRevenue: 93.5,
    totalFundraising: 11,
    totalFunrayRevenue: 5.5,
    openingBalance: 20,
    transactions:
      query.get("pageIndex") === "1" ? [row] : [{ ...row, cardNumber: "•••• 5678", purchased: 10 }],
    pageIndex: 1,
    pageSize: 1,
    totalPages: 2,
    totalItems: 2,
  }));
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
      },
    ],
    pageIndex: 1,
    pageSize: 100,
    totalPages: 1,
    totalItems: 1,
  }));
  server.on("GET /Charities/campaigns", () => pageOf([{ id: "cam_1", name: "Warm Meals" }]));
  server.on("GET /Vendors/ten_bread", () => ({ displayName: "Boulangerie", state: "ACTIVE" }));
});

describe("a vendor's report", () => {
  it("starts with this month in Toronto, and its sums make each other", async () => {
    await show(adminPaths.vendorArea().reporting());
    expect(lastAsked("GET /Report/vendor")).toMatchObject({
      tenantId: "ten_1",
      startDate: "2025-03-01",
      endDate: "2025-03-31",
    });
    const figures = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(figures).toEqual([
      "$110.00",
      "$11.00",
      "$5.50",
      "$93.50",
      "$20.00",
      "$110.00",
      "$30.25",
      "$99.75",
    ]);
    const details = screen.getByRole("table", { name: "Details" });
    const sums = within(details).getAllByRole("row").at(-1);
    expect(sums?.textContent).toBe("Total$110.00$30.25$93.50");
    expect(screen.getByRole("link", { name: "•••• 1234" }).getAttribute("href")).toBe(
      "/admin/vendor/cards-transaction/crd_1",
    );
  });

  it("is of the vendor that an administrator looks at", async () => {
    await show(adminPaths.vendorArea("ten_bread").reporting(), "administrator");
    expect(lastAsked("GET /Report/vendor")).toMatchObject({ tenantId: "ten_bread" });
    expect(screen.getByRole("link", { name: "•••• 1234" }).getAttribute("href")).toContain("ten_bread");
  });

  it("is downloaded whole, with a text in it that no spreadsheet computes", async () => {
    await show(adminPaths.vendorArea().reporting());
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Download" })));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [name, content] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("vendor-report-2025-03-01-2025-03-31.csv");
    const lines = (content as string).trim().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain("'=Food for All");
    expect(lines[2]).toContain("•••• 5678");
    expect(lines[3]).toBe("Total,,110,30.25,,93.5,,");
  });
});

describe("a charity's report", () => {
  it("can be narrowed to a campaign", async () => {
    await show(adminPaths.charityArea().reporting(), "charity manager");
    expect(screen.getByText("Leah C.")).toBeDefined();
    await screen.findByRole("option", { name: "Warm Meals" });
    await act(async () =>
      fireEvent.change(screen.getByLabelText("Campaign"), { target: { value: "cam_1" } }),
    );
    await waitFor(() => expect(lastAsked("GET /Report/charity")).toMatchObject({ campaignId: "cam_1" }));
  });
});
