import { render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Stepper } from "./Stepper";

function show(value: number) {
  const onChange = vi.fn<(value: number) => void>();
  render(<Stepper label="Quantity" value={value} least={1} most={20} onChange={onChange} />);
  return onChange;
}

const number = () => page.getByRole("spinbutton", { name: "Quantity" });

describe("Stepper", () => {
  it("counts up and down by its buttons and by arrow keys", async () => {
    const onChange = show(3);
    await page.getByRole("button", { name: "One more" }).click();
    await page.getByRole("button", { name: "One fewer" }).click();
    await number().click();
    await userEvent.keyboard("{ArrowUp}");
    await userEvent.keyboard("{ArrowDown}");
    expect(onChange.mock.calls).toEqual([[4], [2], [4], [2]]);
  });

  it.each([
    [1, "One fewer"],
    [20, "One more"],
  ])("stops at %d", async (value, name) => {
    show(value);
    await expect.element(page.getByRole("button", { name })).toBeDisabled();
  });

  it.each([
    ["7", [[7]]],
    ["0", [[1]]],
    ["99", [[20]]],
    ["2.5", []],
    ["", []],
  ])("corrects %j to a valid number", async (typed, calls) => {
    const onChange = show(3);
    await number().fill(typed);
    expect(onChange.mock.calls).toEqual(calls);
  });

  it("shows the limit when more was typed, until the number is lower", async () => {
    show(3);
    await number().fill("25");
    await expect.element(page.getByText("20 at most")).toBeVisible();
    await number().fill("7");
    await expect.element(page.getByText("20 at most")).not.toBeInTheDocument();
  });
});
