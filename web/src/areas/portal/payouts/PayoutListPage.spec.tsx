// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { pageOf, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { BankFile } from "./queries";
import { draft, pause } from "./testing/samples";

const text = (one: HTMLElement | undefined) => one?.textContent?.replaceAll(/\s/g, " ");

beforeEach(() => server.on("GET /Payouts/pauses", () => pageOf([])));

describe("PayoutListPage", () => {
  it("marks paused payees, and hides a bank file from which a pause took all payouts", async () => {
    server.on("GET /Payouts", () => pageOf([{ ...draft, isPaused: true }]));
    server.on("GET /Payouts/pauses", () => pageOf([pause]));
    const empty = { id: "pye_1", number: 7, payouts: 0, total: 0, open: 0, releasedAt: null, refusal: null };
    server.on("GET /Payouts/exports", () => pageOf([empty]));
    renderApp(adminPaths.payouts(), { as: "administrator" });
    const row = await screen.findByRole("row", { name: /Maple Leaf Books/ });
    expect(within(row).getByText("Paused")).toBeDefined();
    expect(await screen.findByText("Payouts to 1 payee are paused")).toBeDefined();
    const link = screen.getByRole("link", { name: /^Maple Leaf Books, since Apr(il)?.2,.2025$/ });
    expect(link.getAttribute("href")).toBe(adminPaths.vendor("ten_1"));
    expect(server.asked("GET /Payouts/pauses")[0]?.query.get("isOpen")).toBe("true");
    expect(screen.queryByRole("button", { name: /^Release/ })).toBeNull();
  });

  it.each([
    ["vendor", "manager", adminPaths.vendorArea().payouts()],
    ["charity", "charity manager", adminPaths.charityArea().payouts()],
  ] as const)("tells the manager of a %s that payouts are paused and whom to ask", async (_, as, place) => {
    server.on("GET /Payouts", () => pageOf([]));
    server.on("GET /Payouts/next", () => ({
      payday: "2025-04-04",
      amount: 12.5,
      parts: null,
      terms: [],
      reserve: null,
      bankEnding: "321",
      payoutId: null,
      state: null,
      pausedSince: "2025-04-02T15:00:00Z",
    }));
    renderApp(place, { as });
    expect(await screen.findByText(/^Your payouts have been paused since Apr(il)? 2, 2025\./)).toBeDefined();
    expect(screen.getByRole("link", { name: "Write to us" }).getAttribute("href")).toBe(paths.contact());
  });

  it("exports the approved payouts, and releases the file", async () => {
    server.on("GET /Payouts", ({ query }) =>
      pageOf([query.get("exportId") === "pye_1" ? { ...draft, exportId: "pye_1" } : draft]),
    );
    const file = {
      id: "pye_1",
      number: 7,
      payouts: 1,
      total: 25,
      open: 1,
      fundsOn: "2025-04-03",
      bankAccountName: null as string | null,
      createdAt: "2025-04-02T15:00:00Z",
      createdByName: "Adam Roy",
      releasedAt: null as string | null,
      releasedByName: null as string | null,
      refusal: null,
    };
    let files: (typeof file)[] = [];
    server.on("GET /Payouts/exports", () => pageOf(files));
    server.on("POST /Payouts/exports", () => {
      files = [file];
      return { ...file, leftOut: { own: 2, appointed: 1, paused: 1, changed: 1 } };
    });
    server.on("PUT /Payouts/exports/pye_1/released", () => {
      files = [{ ...file, releasedAt: "2025-04-02T16:00:00Z", releasedByName: "Bea Roy" }];
      return files[0] ?? file;
    });
    renderApp(adminPaths.payouts(), { as: "administrator" });
    const row = await screen.findByRole("row", { name: /Maple Leaf Books/ });
    expect(text(row)).toContain("March 1, 2025 to March 31, 2025");
    await press("Make a bank file");
    const confirm = within(await screen.findByRole("dialog"));
    fireEvent.click(confirm.getByRole("button", { name: "Make a bank file" }));
    await screen.findByText("Bank file 7: 1 payout, $25.00.");
    expect(screen.getByText(/^2 approved payouts were left out because you approved them\./)).toBeDefined();
    expect(
      screen.getByText(/^1 approved payout was left out because its approver appointed you/),
    ).toBeDefined();
    expect(
      screen.getByText("1 approved payout was left out because payouts to its payee are paused."),
    ).toBeDefined();
    expect(
      screen.getByText(/^1 approved payout was left out because the bank account was changed/),
    ).toBeDefined();
    const payouts = screen.getByRole("link", { name: "See its payout" });
    expect(payouts.getAttribute("href")).toBe("/admin/payouts?exportId=pye_1");
    expect(screen.queryByRole("button", { name: "Download for the bank (CPA 005)" })).toBeNull();
    await press("Release $25.00");
    const release = within(await screen.findByRole("dialog"));
    const [payee, ...others] = await release.findAllByRole("listitem");
    expect(text(payee as HTMLElement)).toBe("Maple Leaf Books$25.00");
    expect(others).toEqual([]);
    fireEvent.click(release.getByRole("button", { name: "Release $25.00" }));
    expect(await screen.findByRole("button", { name: "Download for the bank (CPA 005)" })).toBeDefined();
    expect(server.asked("PUT /Payouts/exports/pye_1/released")[0]?.body).toEqual({ total: 25 });
  });

  it("lets nobody release their own bank file, and explains why; a link filters by file", async () => {
    server.on("GET /Payouts", () => pageOf([draft]));
    const errorMessage = "You took part in this yourself.";
    const file: BankFile = {
      id: "pye_1",
      number: 7,
      payouts: 1,
      total: 25,
      open: 1,
      fundsOn: "2025-04-03",
      bankAccountName: null as string | null,
      createdAt: "2025-04-02T15:00:00Z",
      createdByName: "Adam Roy",
      releasedAt: null,
      releasedByName: null,
      refusal: { errorCode: "SAME_PERSON", errorMessage },
    };
    server.on("GET /Payouts/exports", () => pageOf([file]));
    renderApp(adminPaths.payoutsInFile("pye_1"), { as: "administrator" });
    const release = await screen.findByRole<HTMLButtonElement>("button", { name: "Release $25.00" });
    expect(release.disabled).toBe(true);
    expect(document.getElementById(release.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      errorMessage,
    );
    expect(server.asked("GET /Payouts")[0]?.query.get("exportId")).toBe("pye_1");
    expect(await screen.findByRole("button", { name: /Bank file: Bank file 7/ })).toBeDefined();
  });
});
