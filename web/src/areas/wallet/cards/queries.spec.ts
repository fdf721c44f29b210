// @vitest-environment jsdom
import { InfiniteQueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { askAgain, walletPages } from "./queries";

const server = standInServer();

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("walletPages: polls after an error, and stops once the wallet has been read", async () => {
  server.on("GET /Cards", () => {
    throw new TypeError("Failed to fetch");
  });
  const client = createQueryClient(() => undefined);
  const wallet = new InfiniteQueryObserver(
    client,
    walletPages({ searchText: "", orderBy: "createdAt", part: "own" }),
  );
  const stop = wallet.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(wallet.getCurrentResult().isError).toBe(true);
  server.on("GET /Cards", () => ({ items: [], pageIndex: 1, totalPages: 1 }));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(wallet.getCurrentResult().isSuccess).toBe(true);
  const asked = server.asked("GET /Cards").length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked("GET /Cards")).toHaveLength(asked);
  stop();
});

it.each([
  ["returns false while the live channel is open", true, null, false],
  ["returns the poll interval while the live channel is closed", false, null, 10_000],
  ["returns the poll interval after an error, even with an open channel", true, new Error("away"), 10_000],
])("askAgain: %s", (_case, hasFacts, error, after) => {
  expect(askAgain(hasFacts)({ state: { error } })).toBe(after);
});
