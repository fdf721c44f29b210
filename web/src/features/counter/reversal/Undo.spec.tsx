// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { refusal } from "@/api/testing/server";
import { press } from "@/ui/testing/press";
import {
  REDEEM,
  desk,
  keysSent,
  loseAnswer,
  movement,
  problem,
  redeem,
  server,
  show,
  showTo,
  toasts,
} from "@/features/counter/testing/desk";

const UNDO = "PUT /Cards/crd_1/transactions/trf_2/reversed";
const UNDO_EARLIER = "PUT /Cards/crd_1/transactions/trf_1/reversed";

/** Advances the clock and lets all countdowns tick. */
async function pass(seconds: number): Promise<void> {
  vi.setSystemTime(Date.now() + seconds * 1000);
  await act(() => new Promise((resolve) => setTimeout(resolve, 550)));
}

const undo = () => screen.findByRole("button", { name: "Undo" });

describe("UndoRedemption", () => {
  it("disappears after a minute, and shows who can still reverse it", async () => {
    server.on(REDEEM, () => movement(5, 9.5));
    await show();
    await redeem(5);
    await undo();
    await pass(61);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    expect(screen.getByText("A minute has passed. A manager can still undo this today.")).toBeDefined();
    cleanup();
    await showTo(["MANAGER"]);
    await redeem(5);
    await pass(61);
    expect(screen.getByText("You can still undo this today, in the card’s history.")).toBeDefined();
  });

  it("sends an unanswered request again under its key", async () => {
    server.on(REDEEM, () => movement(5, 9.5));
    server.on(UNDO, loseAnswer);
    await show();
    await redeem(5);
    await press("Undo");
    expect(await screen.findByText("No answer came back. Try again: it is undone only once.")).toBeDefined();
    server.on(UNDO, () => movement(5, 14.5));
    await press("Undo");
    await waitFor(() => expect(toasts()).toContain("$5.00 put back on the card"));
    expect(toasts()).not.toContain("Redeemed successfully");
    const [, first, second] = keysSent();
    expect(first).toBe(second);
  });

  it("disappears after a refusal", async () => {
    server.on(REDEEM, () => movement(5, 9.5));
    server.on(UNDO, () => refusal(400, problem("FOR_MANAGER")));
    await show();
    await redeem(5);
    await press("Undo");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  });
});

describe("ReversalCell", () => {
  it("offers the clerk to undo as long as the server permits, and afterwards a manager", async () => {
    const [redemption] = desk.history;
    if (redemption) redemption.undoSeconds = 12;
    server.on(UNDO_EARLIER, () => movement(10.5, 25));
    await show();
    expect((await undo()).textContent).toContain("12 s");
    // The button is in the last cell of its row.
    expect((await undo()).closest("tr")?.lastElementChild?.textContent).toMatch(/^Undo/);
    await press("Undo");
    await waitFor(() => expect(server.asked(UNDO_EARLIER)).toHaveLength(1));
    if (redemption) redemption.undoSeconds = 0;
    await showTo(["EMPLOYEE"]);
    expect(await screen.findByText("A manager can undo this today")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});
