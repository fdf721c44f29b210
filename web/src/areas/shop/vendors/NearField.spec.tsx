// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { NearField } from "./NearField";

it.each([
  ["m6g 1x5", "M6G1X5"],
  ["K1P", "K1P"],
  ["Toronto", undefined],
  ["M6", undefined],
])("NearField: searches for %s", (typed, asked) => {
  const onNear = vi.fn<(code: string) => void>();
  renderPiece(<NearField value="" onNear={onNear} />);
  const field = screen.getByLabelText("Near postal code");
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.submit(field);
  expect(onNear.mock.calls).toEqual(asked === undefined ? [] : [[asked]]);
  expect(screen.queryByText(/first three characters/) === null).toBe(asked !== undefined);
});

it("NearField: clears the location when it is emptied", () => {
  const onNear = vi.fn<(code: string) => void>();
  renderPiece(<NearField value="K1P" onNear={onNear} />);
  const field = screen.getByLabelText("Near postal code");
  fireEvent.change(field, { target: { value: "" } });
  fireEvent.blur(field);
  expect(onNear).toHaveBeenCalledExactlyOnceWith("");
});

it("NearField: searches once a code is complete, not before", () => {
  const onNear = vi.fn<(code: string) => void>();
  renderPiece(<NearField value="" onNear={onNear} />);
  const field = screen.getByLabelText("Near postal code");
  fireEvent.change(field, { target: { value: "K1N" } });
  expect(onNear).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "K1N 5K5" } });
  expect(onNear).toHaveBeenCalledExactlyOnceWith("K1N5K5");
});

it("NearField: clears the earlier location on an invalid code", () => {
  const onNear = vi.fn<(code: string) => void>();
  renderPiece(<NearField value="K1P" onNear={onNear} />);
  const field = screen.getByLabelText("Near postal code");
  fireEvent.change(field, { target: { value: "xyz" } });
  fireEvent.blur(field);
  expect(onNear).toHaveBeenCalledExactlyOnceWith("");
  expect(screen.getByText(/first three characters/)).toBeDefined();
});

it("NearField: reports an unknown location", () => {
  renderPiece(<NearField value="H0H0H0" onNear={() => undefined} isUnknown />);
  expect(screen.getByText(/We don’t know where this code is/)).toBeDefined();
});
