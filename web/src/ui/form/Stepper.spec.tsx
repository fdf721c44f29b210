// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Stepper } from "./Stepper";

function show(value: number) {
  const onChange = vi.fn<(value: number) => void>();
  render(<Stepper label="Quantity" value={value} least={1} most={20} onChange={onChange} />);
  return onChange;
}

const number = () => screen.getByRole("spinbutton", { name: "Quantity" });

it("Stepper: counts up and down", () => {
  const onChange = show(3);
  fireEvent.click(screen.getByRole("button", { name: "One more" }));
  fireEvent.click(screen.getByRole("button", { name: "One fewer" }));
  expect(onChange.mock.calls).toEqual([[4], [2]]);
});

it.each([
  [1, "One fewer"],
  [20, "One more"],
])("Stepper: stops at %d", (value, label) => {
  show(value);
  expect(screen.getByRole("button", { name: label })).toHaveProperty("disabled", true);
});

it.each([
  ["7", [[7]]],
  ["0", [[1]]],
  ["99", [[20]]],
  ["2.5", []],
  ["", []],
])("Stepper: corrects %j to a valid number", (typed, calls) => {
  const onChange = show(3);
  fireEvent.change(number(), { target: { value: typed } });
  expect(onChange.mock.calls).toEqual(calls);
});

it("Stepper: shows the limit when more was typed, until the number is lower", () => {
  show(3);
  fireEvent.change(number(), { target: { value: "25" } });
  expect(screen.getByText("20 at most")).toBeDefined();
  fireEvent.change(number(), { target: { value: "7" } });
  expect(screen.queryByText("20 at most")).toBeNull();
});
