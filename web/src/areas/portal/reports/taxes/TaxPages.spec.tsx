// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { CommissionStatement, TaxReport, TaxSettings } from "./queries";
import { partiesSheet, termsOf } from "./statementDocument";

const settings: TaxSettings = {
  registrations: [
    {
      id: "txn_1",
      scheme: "GST_HST",
      startsOn: "2025-01-01",
      number: "123456789RT0001",
      setAt: "2025-01-01T17:00:00Z",
      setByName: "Sue Roy",
      reason: "Registered",
    },
  ],
  rates: [
    {
      id: "txr_3",
      province: "ON",
      tax: "HST",
      startsOn: "2099-01-01",
      rate: "14",
      setAt: "2025-01-01T17:00:00Z",
      setByName: "Sue Roy",
      reason: "The budget",
    },
    {
      id: "txr_2",
      province: "QC",
      tax: "QST",
      startsOn: "2013-01-01",
      rate: "9.975",
      setAt: null,
      setByName: null,
      reason: null,
    },
    {
      id: "txr_1",
      province: "ON",
      tax: "HST",
      startsOn: "2010-07-01",
      rate: "13",
      setAt: null,
      setByName: null,
      reason: null,
    },
  ],
};

const report: TaxReport = {
  statements: 2,
  commission: 12.5,
  tax: 1.62,
  posted: 0,
  rows: [
    { province: "ON", tax: "HST", rate: "13", statements: 1, base: 10, amount: 1.3 },
    { province: "QC", tax: "QST", rate: "9.975", statements: 1, base: 3.25, amount: 0.32 },
  ],
  totalPages: 1,
  totalItems: 2,
};

const rowsOf = (table: string) =>
  within(screen.getByRole("table", { name: table }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent?.replaceAll("\u00a0", " ")));

describe("TaxReportPage", () => {
  it("sums the taxes of a period by province, and leads to the rates", async () => {
    server.on("GET /Taxes/report", () => report);
    server.on("GET /Taxes", () => settings);
    renderApp(adminPaths.taxes(), { as: "administrator" });
    await screen.findByText("Quebec");
    expect(rowsOf("Details")).toEqual([
      ["Ontario", "HST", "13%", "1", "$10.00", "$1.30"],
      ["Quebec", "QST", "9.975%", "1", "$3.25", "$0.32"],
      ["Total", "", "", "", "", "$1.62"],
    ]);
    expect(screen.queryByText(/has no tax registration/)).toBeNull();
    const link = screen.getByRole("link", { name: "Registrations and rates" });
    expect(link.getAttribute("href")).toBe(adminPaths.taxSettings());
  });

  it("says that a platform without a registration charges no tax", async () => {
    server.on("GET /Taxes/report", () => ({ ...report, rows: [], tax: 0, totalItems: 0 }));
    server.on("GET /Taxes", () => ({ ...settings, registrations: [] }));
    renderApp(adminPaths.taxes(), { as: "administrator" });
    expect(await screen.findByText(/has no tax registration/)).toBeDefined();
  });
});

describe("StatementListPage", () => {
  it("saves the tax document of a statement with both parties, causes and movements", async () => {
    const statement: CommissionStatement = {
      id: "cms_1",
      vendorId: "ten_1",
      vendorName: "Maple Leaf Books",
      number: 3,
      firstDay: "2025-03-01",
      lastDay: "2025-03-31",
      province: "ON",
      commission: 2.5,
      tax: 0.33,
      taxes: [{ province: "ON", tax: "HST", rate: "13", base: 2.5, amount: 0.33 }],
      gstHstNumber: "123456789RT0001",
      qstNumber: null,
      createdAt: "2025-04-01T04:15:00Z",
      seller: { name: "FunRay Cards Inc.", address: "1 King Street, Toronto", businessNumber: null },
      buyer: { name: "Maple Books Ltd.", address: "2 Elgin Street, Ottawa", businessNumber: "987654321" },
    };
    expect(termsOf(statement).map(({ label, amount, sign }) => [sign, label, amount])).toEqual([
      [undefined, "Commission", 2.5],
      ["+", "HST 13%", 0.33],
      ["=", "Charged", 2.83],
    ]);
    expect(partiesSheet(statement).rows).toEqual([
      ["Service by", "FunRay Cards Inc.", "1 King Street, Toronto", "GST/HST 123456789RT0001"],
      ["Charged to", "Maple Books Ltd.", "2 Elgin Street, Ottawa", "987654321"],
    ]);
    server.on("GET /Taxes/statements", () => pageOf([statement]));
    renderApp(adminPaths.vendorArea().statements(), { as: "manager" });
    expect(await screen.findByRole("button", { name: "Document 3" })).toBeDefined();
    expect(screen.getByText("$2.50")).toBeDefined();
  });
});

describe("TaxSettingsPage", () => {
  it("lists registrations and rates, and marks those in force and those to come", async () => {
    server.on("GET /Taxes", () => settings);
    renderApp(adminPaths.taxSettings(), { as: "administrator" });
    await screen.findByText("To come");
    const rates = rowsOf("Rates").map(([province, tax, rate, starts]) => [province, tax, rate, starts]);
    expect(rates[0]).toEqual(["Ontario", "HST", "14%", expect.stringContaining("To come")]);
    expect(rates[1]).toEqual(["Ontario", "HST", "13%", expect.stringContaining("In force")]);
    expect(rates[2]).toEqual(["Quebec", "QST", "9.975%", expect.stringContaining("In force")]);
    expect(rowsOf("Registrations")[0]?.slice(0, 2)).toEqual(["GST/HST", "123456789RT0001"]);
    expect(screen.queryByRole("button", { name: "Set a rate" })).toBeNull();
  });

  it("lets super administrators set a rate, written with a comma or a point", async () => {
    server.on("GET /Taxes", () => settings);
    server.on("POST /Taxes/rates", () => settings);
    renderApp(adminPaths.taxSettings(), { as: "super administrator" });
    await screen.findByText("To come");
    await press("Set a rate");
    const dialog = within(await screen.findByRole("dialog"));
    const type = (label: RegExp, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    type(/^Percent/, "51");
    type(/^Reason/, "The budget");
    const save = dialog.getByRole("button", { name: "Set a rate" });
    fireEvent.click(save);
    expect(await dialog.findByText(/percentage from 0 to 50/)).toBeDefined();
    type(/^Percent/, "14,5");
    fireEvent.click(save);
    await waitFor(() => expect(toasts()).toContain("Rate saved"));
    expect(server.asked("POST /Taxes/rates")[0]?.body).toMatchObject({
      province: "ON",
      tax: "HST",
      rate: "14.5",
      reason: "The budget",
    });
  });

  it("ends a registration without a number", async () => {
    server.on("GET /Taxes", () => settings);
    server.on("POST /Taxes/registrations", () => settings);
    renderApp(adminPaths.taxSettings(), { as: "super administrator" });
    await screen.findByText("To come");
    await press("Add a registration");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "Small supplier" } });
    fireEvent.click(dialog.getByRole("button", { name: "Add a registration" }));
    await waitFor(() => expect(toasts()).toContain("Registration saved"));
    const body = server.asked("POST /Taxes/registrations")[0]?.body;
    expect(body).toMatchObject({ scheme: "GST_HST", reason: "Small supplier" });
    expect(body).not.toHaveProperty("number");
  });
});
