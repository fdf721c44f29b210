// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { BarChart, gridOf } from "./BarChart";

it.each([
  [[], [0, 1]],
  [
    [0, 0],
    [0, 1],
  ],
  [
    [120, 390],
    [0, 100, 200, 300, 400],
  ],
  [
    [-30, 55],
    [-50, 0, 50, 100],
  ],
])("gridOf: returns round values around %j: %j", (values, lines) => {
  expect(gridOf(values)).toEqual(lines);
});

it("BarChart: shows the figures under the pointer", () => {
  render(
    <BarChart
      label="Sold, over time"
      places={["Mar 7", "Mar 8"]}
      series={[{ name: "Sold", values: [25, 50] }]}
      format={(value) => `$${value}`}
    />,
  );
  const chart = screen.getByRole("img", { name: "Sold, over time" });
  vi.spyOn(chart, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 200, 100));
  fireEvent.pointerMove(chart, { clientX: 150 });
  expect(screen.getByText("Sold").textContent).toBe("Sold$50");
  expect(screen.getAllByText("Mar 8")).toHaveLength(2);
  fireEvent.pointerLeave(chart);
  expect(screen.getByText("Sold").textContent).toBe("Sold");
});
