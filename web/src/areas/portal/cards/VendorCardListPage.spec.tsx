// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

it("VendorCardListPage: offers all dates when the month has no activity", async () => {
  vi.useFakeTimers({ now: Date.parse("2025-04-02T16:00:00Z"), toFake: ["Date"] });
  server.on("GET /Cards", () => pageOf([]));
  const { place } = renderApp(adminPaths.vendorArea().cards(), { as: "manager" });
  const days = /between April\s1, 2025 and April\s30, 2025/;
  expect(await screen.findByText(days)).toBeDefined();
  await press("All dates");
  await waitFor(() => expect(place()).toContain("endDate=2025-04-02"));
  vi.useRealTimers();
});
