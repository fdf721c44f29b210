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
} from "./testing/desk";
import type { CardTransaction } from "@/features/card/types";
import { rememberTry, type Try } from "./tries";

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

describe("a redemption", () => {
  it("that nobody answered is sent again under the same key, even after the dialog was closed", async () => {
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

  it("that nobody answered is never sent again by somebody else, who looks at the history first", async () => {
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

  it("that nobody answered is found by who sent it, after somebody else has stood there", async () => {
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
  ])("that nobody answered stays open when it is refused again because %s", async (_, status, code) => {
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

  it.each(["LEDGER_STOPPED", "BUSY"])("that was surely not done is over: %s", async (code) => {
    server.on(REDEEM, () => refusal(503, problem(code)));
    await show();
    await redeem(5);
    await waitFor(() => expect(toasts()).toEqual(["It was refused."]));
    await press("Redeem");
    expect((amount() as HTMLInputElement).value).toBe("");
  });
});

describe("looking at the history after a redemption that nobody answered", () => {
  it("reads it anew, and only then there is a way past the try, under another key", async () => {
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

  it("counts for what was sent before it, and not for what was sent again since", async () => {
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

  it("that another tab has made outdated is shown instead of beginning anew", async () => {
    await redeemUnanswered();
    await lookAtHistory();
    await press("Redeem");
    const [left] = JSON.parse(localStorage.getItem("redeemTries") ?? "[]") as Try[];
    rememberTry({ ...(left as Try), sentAt: Date.now() + 1, lookedBy: undefined });
    await press(START_OVER);
    expect(screen.getByText(NOT_KNOWN)).toBeDefined();
    expect(screen.queryByRole("button", { name: START_OVER })).toBeNull();
  });

  it("is something that somebody does: what the page reads by itself doesn't count", async () => {
    await redeemUnanswered();
    const before = server.asked(HISTORY).length;
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(server.asked(HISTORY).length).toBeGreaterThan(before));
    await screen.findByRole("button", { name: "Look at the history", busy: false });
    expect(screen.queryByRole("button", { name: START_OVER })).toBeNull();
  });

  it("is asked for then, and not answered by what was on its way before", async () => {
    const late = lateAnswer();
    server.on(HISTORY, () => late.given);
    await redeemUnanswered();
    server.on(HISTORY, () => ({ items: desk.history, pageIndex: 1, totalPages: 1 }));
    await lookAtHistory();
    expect(server.asked(HISTORY)).toHaveLength(2);
    await late.come({ items: [], pageIndex: 1, totalPages: 0 });
    expect(screen.getByText("Redeemed")).toBeDefined();
  });

  it("that can't be read leads nowhere", async () => {
    await redeemUnanswered();
    server.on(HISTORY, () => refusal(500, problem("INTERNAL")));
    await press("Look at the history");
    await waitFor(() => expect(screen.getByText("That didn’t load")).toBeDefined());
    expect(screen.getByRole("dialog").textContent).toContain(NOT_KNOWN);
    expect(screen.queryByRole("button", { name: START_OVER })).toBeNull();
  });

  it("begins with the newest, wherever it was left", async () => {
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

describe("what this browser keeps of redemptions that nobody answered", () => {
  it("is known to all its tabs", async () => {
    await redeemUnanswered();
    // Another tab shares all storage except for the session's.
    sessionStorage.clear();
    await showTo(["EMPLOYEE"]);
    await press("Redeem");
    expect(screen.getByText(NOT_KNOWN)).toBeDefined();
  });

  it("is looked at before another one is sent: a tab beside this one may have left it", async () => {
    await show();
    await press("Redeem");
    const left = { key: "k", cardId: "crd_1", userId: "per_1", taken: 500, owed: 0 };
    rememberTry({ ...left, sentAt: Date.now() });
    await typeAndRedeem(2);
    expect(screen.getByText(NOT_KNOWN)).toBeDefined();
    expect(server.asked(REDEEM)).toEqual([]);
  });

  it("keeps nobody from redeeming when it can't be read", async () => {
    localStorage.setItem("redeemTries", "{");
    await show();
    await press("Redeem");
    expect(amount()).toBeDefined();
  });
});
