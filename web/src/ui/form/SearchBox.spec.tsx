import { render } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SearchBox } from "./SearchBox";

const onSearch = vi.fn<(text: string) => void>();
const box = () => page.getByRole("searchbox", { name: "Search" });

afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe("SearchBox", () => {
  it("clears the text by its button, and searches at once", async () => {
    render(<SearchBox label="Search" value="maple" onSearch={onSearch} />);
    await page.getByRole("button", { name: "Clear search" }).click();
    expect(onSearch.mock.calls).toEqual([[""]]);
    await expect.element(box()).toHaveValue("");
    await expect.element(box()).toHaveFocus();
    expect(page.getByRole("button").elements()).toEqual([]);
  });

  it("searches when it is left, and not again later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    render(<SearchBox label="Search" value="" onSearch={onSearch} />);
    await box().click();
    await userEvent.keyboard("maple");
    expect(onSearch).not.toHaveBeenCalled();
    await userEvent.tab({ shift: true });
    expect(onSearch.mock.calls).toEqual([["maple"]]);
    vi.runAllTimers();
    expect(onSearch).toHaveBeenCalledTimes(1);
  });
});
