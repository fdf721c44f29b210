// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { Who } from "@/shared/testing/render";
import { pageOf, refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { Payout, PayoutStatement } from "./queries";
import { draft } from "./testing/samples";

const save = vi.hoisted(() => vi.fn());
vi.mock("@/lib/saveFile", () => ({ saveFile: save }));

function statementOf(changes: Partial<Payout> = {}): PayoutStatement {
  const payout = { ...draft, ...changes };
  const terms: PayoutStatement["terms"] = [
    { kind: "REDEEMED", amount: 45 },
    { kind: "CAUSES", amount: -3 },
    { kind: "COMMISSION", amount: -2 },
    { kind: "OWED_BEFORE", amount: 12.5 },
    { kind: "PAID_OUT", amount: -12.5 },
    { kind: "SINCE", amount: -10 },
    { kind: "HELD_BACK", amount: -payout.heldBack },
    { kind: "RESERVE", amount: -payout.reserve },
  ];
  return {
    payout,
    terms: terms.filter(({ amount }) => amount !== 0),
    lines: [
      { kind: "PAYOUT", count: 1, amount: -12.5 },
      { kind: "REDEMPTION", count: 3, amount: 45 },
      { kind: "SALE", count: 1, amount: -5 },
    ],
    sales: { grossSold: 60, refunds: 10, netSold: 50 },
    since: -10,
    refusal: null,
    destination: { bankAccount: "…4321", changedAt: "2025-03-30T17:00:00Z" },
  };
}

function showPayout(payout: Partial<Payout> = {}, as: Who = "administrator") {
  let statement = statementOf(payout);
  server.on("GET /Payouts/pyo_1", () => statement);
  server.on("GET /Audit", () => pageOf([]));
  renderApp(adminPaths.payout("pyo_1"), { as });
  return (changes: Partial<Payout>) => {
    statement = statementOf({ ...payout, ...changes });
    return statement;
  };
}

const text = (one: HTMLElement | undefined) => one?.textContent?.replaceAll(/\s/g, " ");

const lose = () => Promise.reject(new TypeError("Failed to fetch"));
const approve = async () => {
  await press("Approve");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
  return dialog;
};

beforeEach(() => {
  save.mockReset();
  server.on("GET /Payouts/pauses", () => pageOf([]));
});

describe("PayoutPage", () => {
  it("shows why the payout is what it is", async () => {
    showPayout({ amount: 22, reserve: 3, reservePercent: 10, reserveUntil: "2025-05-31" });
    expect(text(await screen.findByLabelText("Amount"))).toBe(
      "Redeemed$45.00−Shares of causes$3.00−Commission$2.00+Owed from before$12.50−Paid out before$12.50" +
        "−Paid out or not owed since$10.00−Held back$5.00−Held back for recent cards$3.00=Amount$22.00",
    );
    expect(screen.getByText(/^10% of what is owed .*\$3\.00.* from May 31, 2025 on\.$/)).toBeDefined();
  });

  it("saves the statement as a PDF with its heading", async () => {
    showPayout();
    fireEvent.click(await screen.findByText("CSV"));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[0]).toBe("statement-2025-03-01-2025-03-31.csv");
    expect(save.mock.calls[0]?.[1]).toContain("Redeemed,45\r\n");
    expect(save.mock.calls[0]?.[1]).toContain("Gross sold,60\r\nRefunds,10\r\nNet sold,50\r\n");
    fireEvent.click(screen.getByText("PDF, Letter"));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    const [, content] = save.mock.calls[1] as [string, Blob];
    const pdf = await getDocumentProxy(new Uint8Array(await content.arrayBuffer()));
    const { text: words } = await extractText(pdf, { mergePages: true });
    for (const said of [
      "Maple Leaf Books",
      "March 1, 2025",
      "Redeemed $45.00",
      "Amount $25.00",
      "Net sold $50.00",
    ])
      expect(words.replaceAll(/\s+/g, " ")).toContain(said);
  });

  it("shows the sales of the period, and says that an approval for another account is asked for again", async () => {
    showPayout({ state: "APPROVED", isAccountChanged: true });
    const sales = await screen.findByLabelText("Sales in the period");
    expect(text(sales)).toBe("Gross sold$60.00−Refunds$10.00=Net sold$50.00");
    expect(screen.getByText(/^The bank account was changed after the approval/)).toBeDefined();
  });

  it("explains that the person who entered the bank account can't approve it", async () => {
    showPayout();
    const errorMessage = "You entered this bank account yourself.";
    const body = { errorCode: "OWN_BANK_CHANGE", errorMessage, traceId: "t-1" };
    server.on("PUT /Payouts/pyo_1/approved", () => refusal(400, body));
    await press("Approve");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(toasts()).toEqual([errorMessage]));
  });

  describe("when the reply to an approval is lost", () => {
    it("reports the approval after checking", async () => {
      const now = showPayout();
      server.on("PUT /Payouts/pyo_1/approved", async () => {
        now({ state: "APPROVED", approvedAt: "2025-04-02T17:00:00Z" });
        return lose();
      });
      await approve();
      await waitFor(() => expect(toasts()).toEqual(["Payout approved"]));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    });

    it("says that the outcome is unknown and that another attempt is safe", async () => {
      const now = showPayout();
      await screen.findByRole("button", { name: "Approve" });
      server.on("PUT /Payouts/pyo_1/approved", lose);
      server.on("GET /Payouts/pyo_1", lose);
      const dialog = await approve();
      expect(await dialog.findByText(/We don’t know yet whether this has arrived/)).toBeDefined();
      expect(toasts()).toEqual([]);
      const approved = now({ state: "APPROVED", approvedAt: "2025-04-02T17:00:00Z" });
      server.on("GET /Payouts/pyo_1", () => approved);
      server.on("PUT /Payouts/pyo_1/approved", () => approved);
      fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
      await waitFor(() => expect(toasts()).toEqual(["Payout approved"]));
    });
  });

  it("explains beforehand why an approval would be refused, and from when it is possible", async () => {
    const errorMessage = "This bank account was changed lately.";
    server.on("GET /Payouts/pyo_1", () => ({
      ...statementOf(),
      refusal: { errorCode: "BANK_JUST_CHANGED", errorMessage, approvableFrom: "2025-04-04" },
    }));
    server.on("GET /Audit", () => pageOf([]));
    renderApp(adminPaths.payout("pyo_1"), { as: "administrator" });
    expect(text((await screen.findByText(/changed lately/)).closest("[role=status]") as HTMLElement)).toBe(
      `${errorMessage}It can be approved from April 4, 2025.`,
    );
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Approve" }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Hold some back" }).disabled).toBe(false);
  });

  it("accepts an amount with a comma for the hold-back, and nothing invalid", async () => {
    const now = showPayout();
    server.on("PUT /Payouts/pyo_1/held-back", () => now({ heldBack: 7.5, amount: 22.5 }));
    await press("Hold some back");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Amount"), { target: { value: "1.234" } });
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "A dispute" } });
    fireEvent.click(dialog.getByRole("button", { name: "Hold some back" }));
    await dialog.findByText("Please enter an amount such as 1,500 or 12.50.");
    fireEvent.change(dialog.getByLabelText("Amount"), { target: { value: "7,50" } });
    fireEvent.click(dialog.getByRole("button", { name: "Hold some back" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const asked = server.asked("PUT /Payouts/pyo_1/held-back").map(({ body }) => body);
    expect(asked).toEqual([{ amount: 7.5, reason: "A dispute" }]);
  });

  it("shows the account on file for a draft, and when it was changed", async () => {
    showPayout();
    expect(await screen.findByText(/^…4321, changed on Mar(ch)? 30, 2025/)).toBeDefined();
  });

  it("marks a payout as failed with a reason before it is in a bank file", async () => {
    const now = showPayout({ state: "APPROVED" });
    server.on("PUT /Payouts/pyo_1/failed", () => now({ state: "FAILED", failure: "Closed" }));
    await press("Mark as failed");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Closed" } });
    fireEvent.click(dialog.getByRole("button", { name: "Mark as failed" }));
    expect(await screen.findByText("This payout failed: Closed")).toBeDefined();
    expect(server.asked("PUT /Payouts/pyo_1/failed")[0]?.body).toEqual({ reason: "Closed" });
  });

  it("asks for the bank’s reference after it was in a bank file, and for another administrator", async () => {
    const now = showPayout({ state: "PAID", exportId: "pye_1" });
    const failureRequest = {
      askedAt: "2025-04-03T15:00:00Z",
      askedByName: "Adam Roy",
      reason: "Closed",
      reference: "RET 0417",
    };
    server.on("PUT /Payouts/pyo_1/failed", () => now({ failureRequest }));
    await press("Mark as failed");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Bank’s reference"), { target: { value: "RET 0417" } });
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Closed" } });
    fireEvent.click(dialog.getByRole("button", { name: "Mark as failed" }));
    await screen.findByText(/Adam Roy reported on Apr(il)? 3, 2025.* that this payout failed/);
    expect(server.asked("PUT /Payouts/pyo_1/failed")[0]?.body).toEqual({
      reference: "RET 0417",
      reason: "Closed",
    });
    server.on("PUT /Payouts/pyo_1/failed/confirmed", () =>
      now({ state: "FAILED", failure: "Closed", failureReference: "RET 0417" }),
    );
    await press("Confirm the failure");
    const confirm = within(await screen.findByRole("dialog"));
    fireEvent.click(confirm.getByRole("button", { name: "Confirm the failure" }));
    expect(await screen.findByText("This payout failed: Closed")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Mark as paid" })).toBeNull();
  });

  it("offers the bank files to administrators", async () => {
    showPayout({ state: "EXPORTED", exportId: "pye_1" });
    const file = { name: "payouts-0001.txt", content: "A000000001" };
    server.on("POST /Payouts/exports/pye_1/file", () => file);
    await press("Download for the bank (CPA 005)");
    await waitFor(() => expect(save).toHaveBeenCalledWith(file.name, file.content, expect.anything()));
    expect(server.asked("POST /Payouts/exports/pye_1/file")[0]?.body).toEqual({ format: "CPA005" });
  });

  it("ends no payout while its bank file waits for a release", async () => {
    const now = showPayout({ state: "EXPORTED", exportId: "pye_1" });
    const errorMessage = "This payout is in a bank file that is not released yet.";
    server.on("GET /Payouts/pyo_1", () => ({
      ...now({}),
      refusal: { errorCode: "PAYOUT_STATE", errorMessage, approvableFrom: null },
    }));
    expect(await screen.findByText(errorMessage)).toBeDefined();
    for (const name of ["Mark as paid", "Mark as failed"])
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
    expect(screen.queryByRole("button", { name: /^Download for the bank/ })).toBeNull();
  });

  it("offers a manager only the statement", async () => {
    showPayout({ state: "EXPORTED", exportId: "pye_1", draftedByName: null }, "manager");
    await screen.findByRole("button", { name: "Download the statement" });
    for (const name of [/Mark as/, /Download for the bank/]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
    expect(server.asked("GET /Audit")).toEqual([]);
  });
});

describe("PayoutPage of a payee whose payouts are paused", () => {
  it("leads to the pause, and approves nothing", async () => {
    const now = showPayout({ isPaused: true });
    const errorMessage = "Payouts to Maple Leaf Books are paused.";
    server.on("GET /Payouts/pyo_1", () => ({
      ...now({}),
      refusal: { errorCode: "PAYOUTS_PAUSED", errorMessage, approvableFrom: null },
    }));
    expect(await screen.findByText(errorMessage)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Approve" }).disabled).toBe(true);
    const link = screen.getByRole("link", { name: "See the pause" });
    expect(link.getAttribute("href")).toBe(adminPaths.vendor("ten_1"));
  });

  it("marks no payout as paid that is in no bank file", async () => {
    showPayout({ state: "APPROVED", isPaused: true });
    await screen.findByText("Payouts to Maple Leaf Books are paused, so this one isn’t sent.");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Mark as paid" }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Mark as failed" }).disabled).toBe(false);
  });

  it("tells a manager that it isn't sent yet", async () => {
    showPayout({ state: "APPROVED", isPaused: true }, "manager");
    expect(await screen.findByText("Your payouts are paused, so this one isn’t sent yet.")).toBeDefined();
    expect(screen.queryByRole("link", { name: "See the pause" })).toBeNull();
  });
});
