// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { BankFile } from "@/areas/portal/payouts/queries";
import { draft, draftOfRun, run } from "@/areas/portal/payouts/testing/samples";
import type { PayeeLeftOut, PayoutOfRun, PayoutRun } from "./queries";

const text = (one: HTMLElement | undefined) => one?.textContent?.replaceAll(/\s+/g, " ");

const file: BankFile = {
  id: "pye_1",
  number: 7,
  payouts: 1,
  total: 25,
  open: 1,
  fundsOn: "2025-04-03",
  bankAccountName: null,
  createdAt: "2025-04-02T15:00:00Z",
  createdByName: "Adam Roy",
  releasedAt: null,
  releasedByName: null,
  refusal: null,
};

const leftOut: PayeeLeftOut = {
  tenantId: "ten_2",
  tenantName: "Corner Bakery",
  tenantKind: "VENDOR",
  reason: "NEGATIVE",
  balance: -7.5,
};

let now: PayoutRun;
let rows: PayoutOfRun[];
let files: BankFile[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2025-04-02T15:00:00Z"), toFake: ["Date"] });
  now = run;
  rows = [draftOfRun];
  files = [];
  server.on("GET /Payouts", () => pageOf([draft]));
  server.on("GET /Payouts/pauses", () => pageOf([]));
  server.on("GET /Payouts/exports", () => pageOf(files));
  server.on("GET /Payouts/runs/pyr_1", () => now);
  server.on("GET /Payouts/runs/pyr_1/payouts", () => pageOf(rows));
  server.on("GET /Payouts/runs/pyr_1/left-out", () => pageOf([leftOut]));
});

const open = () => renderApp(adminPaths.payoutRun("pyr_1"), { as: "administrator" });

describe("DraftForm", () => {
  it("drafts a run until yesterday and opens it", async () => {
    server.on("POST /Payouts/runs", () => run);
    server.on("GET /Payouts/runs", () => pageOf([]));
    renderApp(adminPaths.payoutRuns(), { as: "administrator" });
    const lastDay = await screen.findByLabelText<HTMLInputElement>("Until the end of");
    expect(lastDay.value).toBe("2025-04-01");
    fireEvent.change(screen.getByLabelText("Minimum amount"), { target: { value: "5.50" } });
    await press("Prepare payouts");
    expect(await screen.findByRole("heading", { level: 1, name: /^March.2025$/ })).toBeDefined();
    expect(server.asked("POST /Payouts/runs")[0]?.body).toEqual({ lastDay: "2025-04-01", minimum: 5.5 });
  });
});

describe("PayoutRunsPage", () => {
  it("lists each run with its payees, its sum and its state", async () => {
    const mixed = { ...run, exported: { count: 5, amount: 125 }, failed: { count: 1, amount: 9 } };
    server.on("GET /Payouts/runs", () => pageOf([mixed]));
    renderApp(adminPaths.payoutRuns(), { as: "administrator" });
    const row = await screen.findByRole("row", { name: /March.2025/ });
    expect(text(row)).toContain("1 to approve5 at the bank1 failed");
    const link = within(row).getByRole("link", { name: /^March.2025$/ });
    expect(link.getAttribute("href")).toBe(adminPaths.payoutRun("pyr_1"));
  });
});

describe("PayoutRunPage", () => {
  it("shows the account of each draft, since when it is on file, and what is carried forward", async () => {
    open();
    const row = await screen.findByRole("row", { name: /Maple Leaf Books/ });
    expect(text(row)).toContain("…321changed 2 days ago");
    expect(screen.getByText("1 payee, $25.00")).toBeDefined();
    const left = await screen.findByRole("row", { name: /Corner Bakery/ });
    expect(text(left)).toMatch(/Owes the platform.*7\.50/);
  });

  it("approves all drafts that the user can approve, by their total", async () => {
    const errorMessage = "There is no bank account.";
    const refusal = { errorCode: "NO_BANK_ACCOUNT", errorMessage, approvableFrom: null };
    rows = [draftOfRun, { ...draftOfRun, id: "pyo_2", tenantName: "Food Bank", amount: 5, refusal }];
    now = { ...run, drafted: { count: 2, amount: 30 } };
    server.on("PUT /Payouts/runs/pyr_1/approved", () => {
      now = { ...run, drafted: { count: 0, amount: 0 }, approved: { count: 1, amount: 25 } };
      rows = [{ ...draftOfRun, state: "APPROVED" }];
      return { run: now, changed: 1, amount: 25, unchanged: [] };
    });
    open();
    await press("Approve 2 payouts, $30.00");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Approve 1 payout, $25.00" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked("PUT /Payouts/runs/pyr_1/approved")[0]?.body).toEqual({
      payoutIds: ["pyo_1"],
      total: 25,
    });
    expect(await screen.findByRole("button", { name: "Make the bank file: 1 payout, $25.00" })).toBeDefined();
  });

  it("names the payouts that the server did not approve", async () => {
    const errorMessage = "Less than this is owed by now.";
    const refusal = { errorCode: "PAYOUT_EXCEEDS_OWED", errorMessage, approvableFrom: null };
    const unchanged = [{ payoutId: "pyo_1", tenantName: "Maple Leaf Books", refusal }];
    server.on("PUT /Payouts/runs/pyr_1/approved", () => {
      now = { ...run, drafted: { count: 0, amount: 0 } };
      return { run: now, changed: 0, amount: 0, unchanged };
    });
    open();
    await press("Approve 1 payout, $25.00");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Approve 1 payout, $25.00" }));
    expect(await screen.findByText("1 payout was not approved")).toBeDefined();
    // It stays when the run has been read again, and no message says that they were approved.
    await waitFor(() => expect(screen.queryByText("Approve 1 payout, $25.00")).toBeNull());
    expect(screen.getByText(errorMessage)).toBeDefined();
    expect(screen.queryByText("Payouts approved")).toBeNull();
    await press("Close");
    expect(screen.queryByText(errorMessage)).toBeNull();
  });

  it("lets the drafter not approve, and says why", async () => {
    now = { ...run, refusal: { errorCode: "SAME_PERSON", errorMessage: "You took part in this yourself." } };
    open();
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Approve 1 payout, $25.00" });
    expect(button.disabled).toBe(true);
    expect(screen.getByText("You took part in this yourself.")).toBeDefined();
  });

  it("excludes selected drafts with a reason", async () => {
    server.on("PUT /Payouts/runs/pyr_1/excluded", () => ({ run, changed: 1, amount: 25, unchanged: [] }));
    open();
    const row = await screen.findByRole("row", { name: /Maple Leaf Books/ });
    fireEvent.click(within(row).getByRole("checkbox"));
    await press("Exclude");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "The owner asked to wait" } });
    fireEvent.click(dialog.getByRole("button", { name: "Exclude" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked("PUT /Payouts/runs/pyr_1/excluded")[0]?.body).toEqual({
      payoutIds: ["pyo_1"],
      reason: "The owner asked to wait",
    });
  });

  it("marks the whole file as paid, except for a payment that the bank returned", async () => {
    files = [{ ...file, releasedAt: "2025-04-02T15:00:00Z", releasedByName: "Bea Roy" }];
    now = { ...run, drafted: { count: 0, amount: 0 }, exported: { count: 1, amount: 25 } };
    rows = [{ ...draftOfRun, state: "EXPORTED" }];
    server.on("PUT /Payouts/exports/pye_1/paid", () => ({ ...file, open: 0 }));
    open();
    await press("Mark bank file 7 as paid");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(/^Reference/), { target: { value: "BATCH 1" } });
    fireEvent.change(await dialog.findByLabelText("Add a returned payment"), { target: { value: "pyo_1" } });
    fireEvent.change(dialog.getByLabelText("Bank’s reference"), { target: { value: "RET 0417" } });
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Account closed" } });
    fireEvent.click(dialog.getByRole("button", { name: "Mark as paid" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked("PUT /Payouts/exports/pye_1/paid")[0]?.body).toEqual({
      reference: "BATCH 1",
      returned: [{ payoutId: "pyo_1", reason: "Account closed", reference: "RET 0417" }],
    });
  });
});
