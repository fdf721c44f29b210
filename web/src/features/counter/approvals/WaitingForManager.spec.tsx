// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { refusal } from "@/api/testing/server";
import { setChannelOpen } from "@/session/channel";
import { signInAs } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { REDEEM, desk, problem, redeem, server, show, toasts } from "@/features/counter/testing/desk";

vi.mock("@/session/tillSecret", () => ({ readTillSecret: async () => "secret" }));

const ASKED = "GET /Approvals/apr_1";

const approval = (more = {}) => ({
  id: "apr_1",
  value: 5,
  cause: "COUNT" as const,
  state: "WAITING" as const,
  secondsLeft: 840,
  decidedBy: null,
  reason: null,
  ...more,
});

/** Makes the server ask for approval until a manager decides. */
function hold(): void {
  const asked = { approval: { id: "apr_1", expiresAt: "2026-03-10T18:15:00Z" } };
  server.on(REDEEM, () => refusal(409, problem("APPROVAL_NEEDED", asked)));
  server.on(ASKED, () => approval());
  setChannelOpen(true);
}

describe("WaitingForManager", () => {
  it("can be cancelled", async () => {
    hold();
    server.on("POST /Approvals/apr_1/withdrawn", () => approval({ state: "WITHDRAWN" }));
    await show();
    await redeem(5);
    await press("Cancel the request");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(localStorage.getItem("redeemTries")).toBeNull();
    expect(toasts()).toEqual([]);
  });

  it("keeps waiting while another card is served, and the card shows it", async () => {
    hold();
    await show();
    await redeem(5);
    await press("Serve another card meanwhile");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText(/^\$5\.00 needs a manager’s approval/)).toBeDefined();
    expect(screen.queryByText(/not known yet/)).toBeNull();
    await press("Redeem");
    expect(await screen.findByText("14:00 left")).toBeDefined();
  });

  it("polls only while the live channel is closed", async () => {
    hold();
    await show();
    await redeem(5);
    await screen.findByText("14:00 left");
    const before = server.asked(ASKED).length;
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(server.asked(ASKED)).toHaveLength(before);
    await act(async () => setChannelOpen(false));
    await waitFor(() => expect(server.asked(ASKED).length).toBeGreaterThan(before), { timeout: 7_000 });
  }, 10_000);
});

async function typePin(): Promise<void> {
  await press("A manager is here");
  fireEvent.change(screen.getByLabelText("Manager’s PIN"), { target: { value: "8520" } });
}

describe("ManagerApproval", () => {
  const APPROVE = "POST /Tills/approvals/apr_1/approved";
  const clerk = { name: "Ann R.", isLocked: false, isManager: false };
  const managers = [
    { id: "per_2", name: "Mia T.", isLocked: false, isManager: true },
    { id: "per_3", name: "Max L.", isLocked: true, isManager: true },
  ];

  async function waitAtTill(clerks = [{ ...clerk, id: "per_1" }, ...managers]) {
    server.on("GET /Tills/current", () => ({ name: "Front", vendorName: "Books", idleMinutes: 10, clerks }));
    signInAs("clerk", { till: "Front", tenantIds: ["ten_books"] });
    hold();
    server.on(ASKED, () => approval({ clerkName: "Ann Roy" }));
    await show();
    await redeem(5);
    await screen.findByText("14:00 left");
  }

  it("approves at the till with the PIN of a manager who is not locked", async () => {
    server.on(APPROVE, () => undefined);
    await waitAtTill();
    await typePin();
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Mia T."]);
    fireEvent.click(screen.getByLabelText("Let Ann go on for an hour"));
    await press("Approve");
    const [asked] = server.asked(APPROVE);
    expect(asked?.body).toEqual({ managerId: "per_2", managerPin: "8520", forAnHour: true });
    expect(asked?.headers.get("x-till-secret")).toBe("secret");
    await waitFor(() => expect(screen.queryByLabelText("Manager’s PIN")).toBeNull());
  });

  it("shows why a PIN was refused, and empties its field", async () => {
    server.on(APPROVE, () => refusal(400, problem("WRONG_PIN")));
    await waitAtTill();
    await typePin();
    await press("Approve");
    expect(await screen.findByText("It was refused.")).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Manager’s PIN").value).toBe("");
  });

  it("is not offered without another manager who has a PIN", async () => {
    await waitAtTill([{ ...clerk, id: "per_1", isManager: true }]);
    await waitFor(() => expect(server.asked("GET /Tills/current")).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "A manager is here" })).toBeNull();
  });
});

describe("CardActions: a card found by name", () => {
  it("needs not be shown if the shop permits it, and says so", async () => {
    desk.card = { ...desk.card, isPresented: false, mayRedeemUnseen: true };
    await show();
    await press("Redeem");
    expect(await screen.findByText("Not shown: found by name. The cardholder is told so.")).toBeDefined();
  });
});
