import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { BarChart, gridOf } from "./BarChart";

describe("gridOf", () => {
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
  ])("returns round values around %j: %j", (values, lines) => {
    expect(gridOf(values)).toEqual(lines);
  });
});

describe("BarChart", () => {
  it("shows the figures under the pointer", async () => {
    render(
      <BarChart
        label="Sold, over time"
        places={["Mar 7", "Mar 8"]}
        series={[{ name: "Sold", values: [25, 50] }]}
        format={(value) => `$${value}`}
      />,
    );
    const chart = page.getByRole("img", { name: "Sold, over time" });
    const { width, height } = chart.element().getBoundingClientRect();
    const legend = page.getByRole("figure").element().querySelector("figcaption");
    await chart.hover({ position: { x: width * 0.75, y: height / 2 } });
    await expect.element(legend).toHaveTextContent("Sold$50Mar 8");
    await chart.hover({ position: { x: width * 0.25, y: height / 2 } });
    await expect.element(legend).toHaveTextContent("Sold$25Mar 7");
    await userEvent.hover(legend as HTMLElement);
    await expect.poll(() => legend?.textContent).toBe("Sold");
  });
});
