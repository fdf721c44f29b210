// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SearchBox } from "./SearchBox";

it("SearchBox: clears the text by its button, and searches at once", () => {
  const onSearch = vi.fn<(text: string) => void>();
  render(<SearchBox label="Search" value="maple" onSearch={onSearch} />);
  fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
  expect(onSearch.mock.calls).toEqual([[""]]);
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
  expect(screen.queryByRole("button")).toBeNull();
});

it("SearchBox: searches when it is left, and not again later", () => {
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
