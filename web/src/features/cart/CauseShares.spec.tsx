// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { brand } from "@/brands/current";
import { CauseShares } from "./CauseShares";
import type { SharingItem } from "./causeShares";

const server = standInServer();
const showError = vi.fn<(text: string) => void>();

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const item = (vendorId: string, charity: string | null, total: number): SharingItem => ({
  vendorId,
  charity: charity === null ? null : { name: charity },
  total,
});

function show(...items: SharingItem[]): void {
  server.on("GET /Public/vendor/ten_1", () => ({ id: "ten_1", charityRate: 10 }));
  server.on("GET /Public/vendor/ten_2", () => ({ id: "ten_2", charityRate: 4 }));
  server.on("GET /Public/vendor/ten_3", () =>
    refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }),
  );
  render(
    <QueryClientProvider client={createQueryClient(showError)}>
      <CauseShares items={items} />
    </QueryClientProvider>,
  );
}

it("adds up what each cause gets, shop by shop at its own rate", async () => {
  show(
    item("ten_1", "Ribbon Riders", 25),
    item("ten_2", "Ribbon Riders", 50),
    item("ten_1", "Food Bank", 100),
    item("ten_1", null, 75),
  );
  expect(await screen.findByText("For Ribbon Riders: $4.50 (paid by the shop)")).toBeDefined();
  expect(screen.getByText("For Food Bank: $10.00 (paid by the shop)")).toBeDefined();
  expect(server.asked("GET /Public/vendor/ten_1"), "each shop once").toHaveLength(1);
});

it("names no sum that isn't all of it, and doesn't complain", async () => {
  show(
    item("ten_1", "Food Bank", 100),
    item("ten_1", "Ribbon Riders", 25),
    item("ten_3", "Ribbon Riders", 50),
  );
  expect(await screen.findByText(/For Food Bank/)).toBeDefined();
  await waitFor(() => expect(server.asked("GET /Public/vendor/ten_3")).toHaveLength(1));
  expect(screen.queryByText(/Ribbon Riders/)).toBeNull();
  expect(showError).not.toHaveBeenCalled();
});

it("says nothing, and asks nothing, where a brand knows no causes", () => {
  vi.spyOn(brand, "hasCharities", "get").mockReturnValue(false);
  show(item("ten_1", "Ribbon Riders", 25));
  expect(screen.queryByRole("list")).toBeNull();
  expect(server.asked("GET /Public/vendor/ten_1")).toEqual([]);
});
