// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SearchBox } from "./SearchBox";

it("is emptied by one press, and searches for nothing at once", () => {
  const onSearch = vi.fn<(text: string) => void>();
  render(<SearchBox label="Search" value="maple" onSearch={onSearch} />);
  fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
  expect(onSearch.mock.calls).toEqual([[""]]);
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
  expect(screen.queryByRole("button")).toBeNull();
});

it("searches when it is left, and not once more afterwards", () => {
  vi.useFakeTimers();
  const onSearch = vi.fn<(text: string) => void>();
  render(<SearchBox label="Search" value="" onSearch={onSearch} />);
  const box = screen.getByRole("searchbox");
  fireEvent.change(box, { target: { value: "maple" } });
  fireEvent.blur(box);
  expect(onSearch.mock.calls).toEqual([["maple"]]);
  vi.runAllTimers();
  expect(onSearch).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
