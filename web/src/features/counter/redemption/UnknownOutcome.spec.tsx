// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { refusal } from "@/api/testing/server";
import { press } from "@/ui/testing/press";
import {
  REDEEM,
  amount,
  desk,
  keysSent,
  lateAnswer,
  loseAnswer,
  movement,
  problem,
  redeem,
  server,
  show,
  showTo,
  toasts,
  typeAndRedeem,
} from "@/features/counter/testing/desk";
import type { CardTransaction } from "@/features/card/types";
import { rememberPending, type PendingRedemption } from "./pendingRedemptions";

const NOT_KNOWN = "We don’t know yet whether $5.00 was redeemed.";

/** Redeems five dollars without getting an answer. The next request is answered. */
const redeemUnanswered = async () => {
  server.on(REDEEM, loseAnswer);
  await show();
  await redeem(5);
  await screen.findByText(NOT_KNOWN);
  server.on(REDEEM, () => movement(5, 9.5));
  vi.setSystemTime(Date.now() + 60_000);
};

const HISTORY = "GET /Cards/crd_1/transactions";
const START_OVER = "It wasn’t done: start over";
const lookAtHistory = async () => {
  await press("Look at the history");
  const heading = screen.getByRole("heading", { name: "Transaction History" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
};

describe("an unanswered redemption", () => {
  it("is sent again under the same key, even after the dialog was closed", async () => {
    await redeemUnanswered();
    await press("Close");
    await press("Redeem");
    expect(await screen.findByText(NOT_KNOWN)).toBeDefined();
    await press("Try again");
    expect(await screen.findByText("$5.00 redeemed")).toBeDefined();
    expect(server.asked(REDEEM).map(({ body }) => body)).toEqual([
      { value: 5, reason: null },
      { value: 5, reason: null },
    ]);
    expect(new Set(keysSent()).size).toBe(1);
    await press("Done");
    await press("Redeem");
    expect((amount() as HTMLInputElement).value).toBe("");
  });

  it("is never sent again by another user, who reads the history first", async () => {
    await redeemUnanswered();
    await showTo(["EMPLOYEE"], "per_2");
    await press("Redeem");
    expect(await screen.findByText(NOT_KNOWN)).toBeDefined();
    expect(await screen.findByText(/tried here on Mar 10, 2026, 2:00 p\.m\.,/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    await lookAtHistory();
    await waitFor(() => expect(server.asked(REDEEM)).toHaveLength(1));
    await press("Redeem");
    await press("I have looked: redeem");
    await typeAndRedeem(2);
    await press("Done");
    expect(new Set(keysSent()).size).toBe(2);
  });

  it("is found again by its sender after another user has used the browser", async () => {
    await redeemUnanswered();
    await showTo(["EMPLOYEE"], "per_2");
    await press("Redeem");
    await lookAtHistory();
    await press("Redeem");
    await press("I have looked: redeem");
    await typeAndRedeem(2);
    await showTo(["EMPLOYEE"]);
    await press("Redeem");
    await press("Try again");
    const [first, , third] = keysSent();
    expect(third).toBe(first);
    await waitFor(() => expect(server.asked(REDEEM)[2]?.body).toMatchObject({ value: 5 }));
  });

  it.each([
    ["the session has ended", 401, "UNAUTHORIZED"],
    ["there are too many tries", 429, "TOO_MANY_TRIES"],
    ["the server is busy", 503, "BUSY"],
  ])("stays unknown if its repetition is refused because %s", async (_, status, code) => {
    await redeemUnanswered();
    server.on(REDEEM, () => refusal(status, problem(code)));
    await showTo(["EMPLOYEE"]);
    await press("Redeem");
    await press("Try again");
    expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
    await waitFor(() => expect(toasts()).toEqual(["It was refused."]));
    server.on(REDEEM, () => movement(5, 9.5));
    await press("Try again");
    expect(await screen.findByText("$5.00 redeemed")).toBeDefined();
    expect(new Set(keysSent()).size).toBe(1);
  });

  it.each(["LEDGER_STOPPED", "BUSY"])("is closed if the server surely did nothing: %s", async (code) => {
    server.on(REDEEM, () => refusal(503, problem(code)));
    await show();
    await redeem(5);
    await waitFor(() => expect(toasts()).toEqual(["It was refused."]));
    await press("Redeem");
    expect((amount() as HTMLInputElement).value).toBe("");
  });
});

describe("UnknownOutcome: reading the history", () => {
  it("refetches it, and only then offers a new redemption under another key", async () => {
    await redeemUnanswered();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Try again" }));
    expect(screen.queryByRole("button", { name: START_OVER })).toBeNull();
    desk.history = [{ ...desk.history[0], id: "trf_2", amount: 3.25 } as CardTransaction];
    await lookAtHistory();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("$3.25")).toBeDefined();
    await press("Redeem");
    await press(START_OVER);
    await typeAndRedeem(2);
    await screen.findByText("$5.00 redeemed");
    expect(new Set(keysSent()).size).toBe(2);
    await press("Done");
    await press("Redeem");
    expect(document.activeElement).toBe(amount());
  });

  it("covers the request sent before it, not one that was sent again since", async () => {
    await redeemUnanswered();
    await lookAtHistory();
    await press("Redeem");
    server.on(REDEEM, loseAnswer);
    await press("Try again");
    await waitFor(() => expect(server.asked(REDEEM)).toHaveLength(2));
    await screen.findByRole("button", { name: "Try again", busy: false });
    expect(screen.queryByRole("button", { name: START_OVER })).toBeNull();
    await lookAtHistory();
    await press("Redeem");
    expect(screen.getByRole("button", { name: START_OVER })).toBeDefined();
  });

  it("shows the other tab's request if that was sent again since", async () => {
    await redeemUnanswered();
    await lookAtHistory();
    await press("Redeem");
    const [left] = JSON.parse(localStorage.getItem("redeemTries") ?? "[]") as PendingRedemption[];
    rememberPending({ ...(left as PendingRedemption), sentAt: Date.now() + 1, lookedBy: undefined });
    await press(START_OVER);
    expect(screen.getByText(NOT_KNOWN)).toBeDefined();
    expect(screen.queryByRole("button", { name: START_OVER })).toBeNull();
  });

  it("requires the clerk to open it: automatic refetches do not count", async () => {
    await redeemUnanswered();
    const before = server.asked(HISTORY).length;
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(server.asked(HISTORY).length).toBeGreaterThan(before));
    await screen.findByRole("button", { name: "Look at the history", busy: false });
    expect(screen.queryByRole("button", { name: START_OVER })).toBeNull();
  });

  it("ignores answers to earlier fetches", async () => {
    const late = lateAnswer();
    server.on(HISTORY, () => late.given);
    await redeemUnanswered();
    server.on(HISTORY, () => ({ items: desk.history, pageIndex: 1, totalPages: 1 }));
    await lookAtHistory();
    expect(server.asked(HISTORY)).toHaveLength(2);
    await late.come({ items: [], pageIndex: 1, totalPages: 0 });
    expect(screen.getByText("Redeemed")).toBeDefined();
  });

  it("offers nothing new if the history can't be read", async () => {
    await redeemUnanswered();
    server.on(HISTORY, () => refusal(500, problem("INTERNAL")));
    await press("Look at the history");
    await waitFor(() => expect(screen.getByText("That didn’t load")).toBeDefined());
    expect(screen.getByRole("dialog").textContent).toContain(NOT_KNOWN);
    expect(screen.queryByRole("button", { name: START_OVER })).toBeNull();
  });

  it("starts with the newest page", async () => {
    server.on(HISTORY, ({ query }) => ({
      items: [{ ...desk.history[0], reason: `on page ${query.get("pageIndex")}` }],
      totalPages: 2,
    }));
    server.on(REDEEM, loseAnswer);
    await show();
    await screen.findByText("on page 1");
    await press("Next page");
    await screen.findByText("on page 2");
    await redeem(5);
    await screen.findByText(NOT_KNOWN);
    await lookAtHistory();
    expect(await screen.findByText("on page 1")).toBeDefined();
  });
});

describe("the stored unanswered redemptions", () => {
  it("are shared with all tabs", async () => {
    await redeemUnanswered();
    // Another tab shares all storage except for the session's.
    sessionStorage.clear();
    await showTo(["EMPLOYEE"]);
    await press("Redeem");
    expect(screen.getByText(NOT_KNOWN)).toBeDefined();
  });

  it("are checked before another redemption is sent, because another tab may have added one", async () => {
    await show();
    await press("Redeem");
    const left = { key: "k", cardId: "crd_1", userId: "per_1", taken: 500, owed: 0 };
    rememberPending({ ...left, sentAt: Date.now() });
    await typeAndRedeem(2);
    expect(screen.getByText(NOT_KNOWN)).toBeDefined();
    expect(server.asked(REDEEM)).toEqual([]);
  });

  it("do not block redemptions if the stored text is invalid", async () => {
    localStorage.setItem("redeemTries", "{");
    await show();
    await press("Redeem");
    expect(amount()).toBeDefined();
  });
});
