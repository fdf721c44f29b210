import { render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { pageNumbers, Pagination } from "./Pagination";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("pageNumbers", () => {
  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, "gap", 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [6, 12, [1, "gap", 5, 6, 7, "gap", 12]],
    [12, 12, [1, "gap", 11, 12]],
  ])("for page %i of %i", (current, count, expected) => {
    expect(pageNumbers(current, count)).toEqual(expected);
  });

  it("contains the ends, the page and its neighbours, in order, and no gap of a single page", () => {
    for (const count of numbers(30)) {
      for (const current of numbers(count)) {
        const shown = pageNumbers(current, count);
        const real = shown.filter((entry) => entry !== "gap");
        expect(real).toEqual(real.toSorted((a, b) => a - b));
        expect(new Set(real).size).toBe(real.length);
        expect(real).toEqual(expect.arrayContaining([1, current, count]));
        for (const [index, entry] of shown.entries()) {
          if (entry !== "gap") continue;
          expect(Number(shown[index + 1]) - Number(shown[index - 1])).toBeGreaterThan(2);
        }
      }
    }
  });
});

describe("Pagination", () => {
  it("marks the current page and links to the others", async () => {
    const onPage = vi.fn<(number: number) => void>();
    render(<Pagination page={2} pageCount={3} onPage={onPage} />);
    const current = page.getByRole("button", { name: "Page 2" });
    await expect.element(current).toHaveAttribute("aria-current", "page");
    await page.getByRole("button", { name: "Page 3" }).click();
    await page.getByRole("button", { name: "Previous page" }).click();
    expect(onPage.mock.calls).toEqual([[3], [1]]);
  });

  it("is not rendered for a single page", () => {
    render(<Pagination page={1} pageCount={1} onPage={() => {}} />);
    expect(page.getByRole("navigation").elements()).toEqual([]);
  });
});
