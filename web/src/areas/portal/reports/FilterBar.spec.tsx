// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { FilterBar } from "./FilterBar";

const march = { startDate: "2026-03-01", endDate: "2026-03-31" };

const show = (range = march) =>
  renderPiece(
    <FilterBar periods={[["This month", march]]} range={range} onRange={() => undefined}>
      <input aria-label="Start Date" />
    </FilterBar>,
  );

// The style hides the fields on a phone only.
const isFolded = () => screen.getByLabelText("Start Date").parentElement?.className.includes("max-sm:hidden");

it("FilterBar: folds the fields on a phone until the button is pressed", async () => {
  show();
  expect(isFolded()).toBe(true);
  expect(screen.getByRole("button", { name: "Filters" }).getAttribute("aria-expanded")).toBe("false");
  await press("Filters");
  expect(isFolded()).toBe(false);
  await press("Filters");
  expect(isFolded()).toBe(true);
});

it("FilterBar: names a range that is none of the usual periods on the button", () => {
  show({ startDate: "2026-03-02", endDate: "2026-03-05" });
  expect(screen.getByRole("button", { name: /March\s2,\s2026 to March\s5,\s2026/ })).toBeDefined();
});

it("FilterBar: has periods and fields in one line where there is room", () => {
  show();
  const fields = screen.getByLabelText("Start Date").parentElement;
  // Without a box of their own, the fields are in the bar's line.
  expect(fields?.className).toMatch(/^contents\b/);
  const bar = screen.getByRole("button", { name: "This month" }).closest(".flex-wrap");
  expect(fields?.parentElement).toBe(bar);
});
