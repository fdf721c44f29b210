// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { refusal } from "@/api/testing/server";
import { setChannelOpen } from "@/session/channel";
import { press } from "@/ui/testing/press";
import { REDEEM, desk, problem, redeem, server, show, toasts } from "@/features/counter/testing/desk";

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

describe("CardActions: a card found by name", () => {
  it("needs not be shown if the shop permits it, and says so", async () => {
    desk.card = { ...desk.card, isPresented: false, mayRedeemUnseen: true };
    await show();
    await press("Redeem");
    expect(await screen.findByText("Not shown: found by name. The cardholder is told so.")).toBeDefined();
  });
});
