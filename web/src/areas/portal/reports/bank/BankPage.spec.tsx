// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { BankAccount, BankLine, BankTargets, GatewayDeposit, Reconciliation } from "./queries";

const main = {
  id: "bka_1",
  number: "1010",
  name: "Chequing",
  takesDeposits: true,
  paysPayouts: true,
} satisfies BankAccount;
const savings: BankAccount = {
  id: "bka_2",
  number: "1011",
  name: "Savings",
  takesDeposits: false,
  paysPayouts: false,
};

const line: BankLine = {
  id: "bkl_1",
  accountId: "bka_1",
  day: "2025-03-12",
  amount: 120.5,
  text: "AUTHNET SETTLEMENT",
  reference: "0417",
  resolution: null,
  fee: 0,
  exportId: null,
  payoutId: null,
  reason: null,
  resolvedAt: null,
  resolvedByName: null,
  isAutomatic: false,
};

const deposit: GatewayDeposit = {
  id: "gdp_1",
  batchId: "77",
  settledAt: "2025-03-11T04:00:00Z",
  settledOn: "2025-03-11",
  charges: 125,
  chargeCount: 1,
  refunds: 0,
  refundCount: 0,
  net: 125,
  listed: 125,
  bookedAt: "2025-03-11T05:00:00Z",
  arrivedOn: null,
};

const targets: BankTargets = {
  deposits: [{ id: "gdp_1", batchId: "77", settledOn: "2025-03-11", net: 125 }],
  files: [],
  payouts: [],
};

const sums: Reconciliation = {
  atGateway: 50,
  inTransit: 125,
  inBank: 0,
  fees: 0,
  payoutsOnTheirWay: 12.5,
  other: 0,
  openLines: 1,
  open: 120.5,
  differing: 1,
  accounts: [{ id: "bka_1", name: "Chequing", inBank: 0, openLines: 1, open: 120.5 }],
  days: [
    {
      day: "2025-03-12",
      settled: 0,
      received: 120.5,
      paid: 0,
      openLines: 1,
      open: 120.5,
      bookedTransit: 0,
      bookedBank: 0,
    },
  ],
};

/** Sums with a second bank account. */
const ofTwo: Reconciliation = {
  ...sums,
  accounts: [...sums.accounts, { id: "bka_2", name: "Savings", inBank: 75, openLines: 0, open: 0 }],
};

let open: BankLine[] = [];
let matched: BankLine[] = [];

beforeEach(() => {
  [open, matched] = [[line], []];
  server.on("GET /Books/reconciliation", () => sums);
  server.on("GET /Books/bank-lines", ({ query }) => pageOf(query.get("isOpen") === "true" ? open : matched));
  server.on("GET /Books/deposits", () => pageOf([deposit]));
  server.on("GET /Books/bank-statements", () => pageOf([]));
  server.on("GET /Books/bank-targets", () => targets);
  server.on("GET /Books/bank-accounts", () => ({ items: [main] }));
});

const show = () => renderApp(adminPaths.bank(), { as: "administrator" });

describe("BankPage", () => {
  it("shows the gateway, the bank and the ledger side by side, and says where fees come from", async () => {
    show();
    const days = await screen.findByRole("table", { name: "By day" });
    const cells = within(days).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual(expect.arrayContaining(["$120.50", "–", "1"]));
    const balances = screen.getByLabelText("Balances at the end of the period");
    expect(balances.textContent).toContain("In transit$125.00");
    expect(screen.getByText(/The card gateway reports no fees/)).toBeTruthy();
    expect(
      screen.getByText("The sums of 1 deposit differ from its transactions. It is booked once they agree."),
    ).toBeTruthy();
  });

  it("matches a line with a deposit less its fee, and reopens it", async () => {
    const done: BankLine = { ...line, resolution: "DEPOSITS", fee: 4.5, resolvedByName: "Adam Roy" };
    server.on("PUT /Books/bank-lines/bkl_1/matched", () => {
      [open, matched] = [[], [done]];
      return done;
    });
    server.on("PUT /Books/bank-lines/bkl_1/reopened", () => {
      [open, matched] = [[line], []];
      return line;
    });
    show();
    await press("Match: AUTHNET SETTLEMENT");
    const dialog = await screen.findByRole("dialog");
    fireEvent.click(await within(dialog).findByLabelText(/batch 77: \$125.00/));
    fireEvent.change(within(dialog).getByLabelText("Fee deducted"), { target: { value: "4,50" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Match" }));
    await waitFor(() => expect(toasts()).toEqual(["The line is matched"]));
    expect(server.asked("PUT /Books/bank-lines/bkl_1/matched")[0]?.body).toEqual({
      resolution: "DEPOSITS",
      depositIds: ["gdp_1"],
      fee: 4.5,
    });
    await press("Matched lines");
    await press("Reopen: AUTHNET SETTLEMENT");
    const asking = await screen.findByRole("dialog");
    fireEvent.change(within(asking).getByLabelText("Reason"), { target: { value: "The wrong batch" } });
    fireEvent.click(within(asking).getByRole("button", { name: "Reopen" }));
    await screen.findByRole("button", { name: "Match: AUTHNET SETTLEMENT" });
    expect(server.asked("PUT /Books/bank-lines/bkl_1/reopened")[0]?.body).toEqual({
      reason: "The wrong batch",
    });
  });

  it("says which lines the import has matched", async () => {
    matched = [{ ...line, resolution: "DEPOSITS", resolvedByName: "Adam Roy", isAutomatic: true }];
    show();
    await press("Matched lines");
    expect(await screen.findByText("Matched automatically")).toBeTruthy();
  });

  it("reads matched lines, deposits and statements only once they are unfolded", async () => {
    show();
    await screen.findByRole("button", { name: "Match: AUTHNET SETTLEMENT" });
    expect(server.asked("GET /Books/deposits")).toEqual([]);
    expect(screen.queryByRole("table", { name: "Deposits of the gateway" })).toBeNull();
    await press("Deposits of the gateway");
    await screen.findByRole("table", { name: "Deposits of the gateway" });
    await press("Deposits of the gateway");
    expect(screen.queryByRole("table", { name: "Deposits of the gateway" })).toBeNull();
  });

  it("names the account of each line if there are several, and shows one of them", async () => {
    server.on("GET /Books/reconciliation", () => ofTwo);
    server.on("GET /Books/bank-accounts", () => ({ items: [main, savings] }));
    show();
    const balances = await screen.findByLabelText("Balances at the end of the period");
    await waitFor(() => expect(balances.textContent).toContain("Savings$75.00"));
    expect((await screen.findAllByText("0417 · Chequing")).length).toBe(1);
    fireEvent.change(screen.getByLabelText("Bank account"), { target: { value: "bka_2" } });
    await waitFor(() =>
      expect(server.asked("GET /Books/bank-lines").at(-1)?.query.get("accountId")).toBe("bka_2"),
    );
    expect(server.asked("GET /Books/reconciliation").at(-1)?.query.get("accountId")).toBe("bka_2");
    await press("Import a statement");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Import" }));
    await dialog.findByText("Please choose the bank account.");
  });

  it("adds a bank account, and changes the main one", async () => {
    let accounts: BankAccount[] = [main];
    server.on("POST /Books/bank-accounts", () => {
      accounts = [main, savings];
      return { items: accounts };
    });
    server.on("PUT /Books/bank-accounts/bka_1", () => ({ items: accounts }));
    server.on("GET /Books/bank-accounts", () => ({ items: accounts }));
    show();
    await press("Bank accounts");
    await press("Add a bank account");
    const adding = within(await screen.findByRole("dialog"));
    fireEvent.change(adding.getByLabelText(/^Name/), { target: { value: "Savings" } });
    fireEvent.change(adding.getByLabelText(/^Number/), { target: { value: "1011" } });
    fireEvent.click(adding.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Edit Chequing");
    const changing = within(await screen.findByRole("dialog"));
    fireEvent.change(changing.getByLabelText(/^Name/), { target: { value: "Main" } });
    fireEvent.click(changing.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(server.asked("PUT /Books/bank-accounts/bka_1")[0]?.body).toEqual({
        name: "Main",
        number: "1010",
        takesDeposits: true,
        paysPayouts: true,
      }),
    );
    expect(server.asked("POST /Books/bank-accounts")[0]?.body).toEqual({
      name: "Savings",
      number: "1011",
      takesDeposits: false,
      paysPayouts: false,
    });
  });

  it("asks for a reason where the meaning is another one", async () => {
    show();
    await press("Match: AUTHNET SETTLEMENT");
    const dialog = await screen.findByRole("dialog");
    fireEvent.change(await within(dialog).findByLabelText("Meaning"), { target: { value: "OTHER" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Match" }));
    await within(dialog).findByText("Reason field is required.");
    expect(server.asked("PUT /Books/bank-lines/bkl_1/matched")).toEqual([]);
  });

  it("imports a file as base64 and says how many lines are new", async () => {
    server.on("POST /Books/bank-statements", () => ({
      id: "bks_1",
      accountId: "bka_1",
      name: "march.csv",
      firstDay: "2025-03-01",
      lastDay: "2025-03-12",
      lines: 3,
      newLines: 2,
      matchedLines: 1,
      importedAt: "2025-03-13T15:00:00Z",
      importedByName: "Adam Roy",
    }));
    show();
    await press("Import a statement");
    const dialog = await screen.findByRole("dialog");
    fireEvent.click(within(dialog).getByRole("button", { name: "Import" }));
    await within(dialog).findByText("Please choose a file.");
    const file = new File(["Date,é"], "march.csv", { type: "text/csv" });
    const input = dialog.querySelector("input[type=file]");
    if (!input) throw new Error("no input");
    fireEvent.change(input, { target: { files: [file] } });
    await within(dialog).findByText("march.csv");
    fireEvent.click(within(dialog).getByRole("button", { name: "Import" }));
    await screen.findByText("The statement has 3 lines, 2 of them new. 1 line was matched automatically.");
    expect(server.asked("POST /Books/bank-statements")[0]?.body).toEqual({
      name: "march.csv",
      content: "RGF0ZSzDqQ==",
    });
  });
});
