// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { brand } from "@/brands/current";
import { CauseShares } from "./CauseShares";
import type { SharingItem } from "./causeShares";

afterEach(() => void vi.restoreAllMocks());

const item = (charity: string | null, charityShare?: number | null): SharingItem => ({
  charity: charity === null ? null : { name: charity },
  charityShare,
});

function show(...items: SharingItem[]): void {
  render(<CauseShares items={items} />);
}

it("CauseShares: shows the total of each cause", () => {
  show(item("Ribbon Riders", 2.5), item("Ribbon Riders", 2), item("Food Bank", 10), item(null, null));
  expect(screen.getByText("$4.50 to Ribbon Riders, paid by the shop")).toBeDefined();
  expect(screen.getByText("$10.00 to Food Bank, paid by the shop")).toBeDefined();
});

it("CauseShares: omits a cause with an unknown share", () => {
  show(item("Food Bank", 10), item("Ribbon Riders", 2.5), item("Ribbon Riders"));
  expect(screen.getByText(/to Food Bank/)).toBeDefined();
  expect(screen.queryByText(/Ribbon Riders/)).toBeNull();
});

it("CauseShares: shows nothing for a brand without charities", () => {
  vi.spyOn(brand, "hasCharities", "get").mockReturnValue(false);
  show(item("Ribbon Riders", 2.5));
  expect(screen.queryByRole("list")).toBeNull();
});
