// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { Who } from "@/shared/testing/render";
import { renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { Takeover } from "./queries";

const offered: Takeover = {
  id: "scl_1",
  vendorName: "Maple Leaf Books",
  state: "OFFERED",
  reason: "It went bankrupt",
  cards: 92,
  amount: 2345,
  takenCards: 0,
  takenAmount: 0,
  requestedAt: "2026-03-10T15:00:00Z",
  acceptedByName: null,
  acceptedAt: null,
  decidedAt: null,
  endedAt: null,
};

const ended = (daysAgo: number): Takeover => ({
  ...offered,
  state: "ENDED",
  takenCards: 92,
  takenAmount: 2345,
  endedAt: new Date(Date.now() - daysAgo * 24 * 3600 * 1000).toISOString(),
});

const show = (address = adminPaths.vendorArea().summary(), as: Who = "manager") => renderApp(address, { as });

const answer = (takeover: Takeover) => server.on("GET /Vendors/ten_1/takeovers", () => [takeover]);

beforeEach(() => {
  answer(offered);
});

describe("Takeovers", () => {
  it("asks a manager to accept the cards of a closing shop", async () => {
    server.on("PUT /Vendors/ten_1/takeovers/scl_1/accepted", () => {
      const accepted: Takeover = {
        ...offered,
        state: "ACCEPTED",
        acceptedByName: "Mona Lee",
        acceptedAt: "2026-03-10T16:00:00Z",
      };
      answer(accepted);
      return [accepted];
    });
    show();
    expect(
      await screen.findByText(/^Maple Leaf Books is closing\. .*\$2,345\.00 on 92 cards\?$/),
    ).toBeDefined();
    await press("Accept the cards");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Accept the cards" }));
    expect(await screen.findByText(/^Mona Lee accepted the cards of Maple Leaf Books/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Accept the cards" })).toBeNull();
    expect(screen.getByRole("button", { name: "Decline" })).toBeDefined();
  });

  it("sends the reason when the cards are declined, and shows nothing of them any more", async () => {
    server.on("PUT /Vendors/ten_1/takeovers/scl_1/declined", () => {
      const declined: Takeover = { ...offered, state: "DECLINED" };
      answer(declined);
      return [declined];
    });
    show();
    await press("Decline");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Too many" } });
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    await waitFor(() => expect(toasts()).toContain("Declined"));
    expect(server.asked("PUT /Vendors/ten_1/takeovers/scl_1/declined")).toMatchObject([
      { body: { reason: "Too many" } },
    ]);
    await waitFor(() => expect(screen.queryByText(/is closing\./)).toBeNull());
  });

  it("shows a finished takeover for 30 days", async () => {
    answer(ended(29));
    show();
    expect(await screen.findByText(/now redeems \$2,345\.00 on 92 cards of Maple Leaf Books/)).toBeDefined();
    cleanup();
    answer(ended(31));
    show();
    await waitFor(() => expect(server.asked("GET /Vendors/ten_1/takeovers")).toHaveLength(2));
    expect(screen.queryByText(/Maple Leaf Books/)).toBeNull();
  });

  it("asks nothing of an administrator who looks on", async () => {
    show(adminPaths.vendorArea("ten_1").summary(), "administrator");
    await waitFor(() => expect(server.asked("GET /Vendors/ten_1")).not.toHaveLength(0));
    expect(server.asked("GET /Vendors/ten_1/takeovers")).toHaveLength(0);
  });
});
