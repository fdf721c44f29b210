// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Carousel } from "./Carousel";
import { chunk } from "./chunk";
import { pageNumbers } from "./pageNumbers";
import { Pagination } from "./Pagination";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("pageNumbers", () => {
  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, "gap", 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [6, 12, [1, "gap", 5, 6, 7, "gap", 12]],
    [12, 12, [1, "gap", 11, 12]],
  ])("for page %i of %i", (page, count, expected) => {
    expect(pageNumbers(page, count)).toEqual(expected);
  });

  it("contains the ends, the page and its neighbours, in order, and no gap of a single page", () => {
    for (const count of numbers(30)) {
      for (const page of numbers(count)) {
        const shown = pageNumbers(page, count);
        const real = shown.filter((entry) => entry !== "gap");
        expect(real).toEqual(real.toSorted((a, b) => a - b));
        expect(new Set(real).size).toBe(real.length);
        expect(real).toEqual(expect.arrayContaining([1, page, count]));
        for (const [index, entry] of shown.entries()) {
          if (entry !== "gap") continue;
          expect(Number(shown[index + 1]) - Number(shown[index - 1])).toBeGreaterThan(2);
        }
      }
    }
  });
});

describe("Pagination", () => {
  it("marks the current page and links to the others", () => {
    const onPage = vi.fn<(page: number) => void>();
    render(<Pagination page={2} pageCount={3} onPage={onPage} />);
    expect(screen.getByRole("button", { current: "page" }).textContent).toBe("2");
    fireEvent.click(screen.getByRole("button", { name: "Page 3" }));
    fireEvent.click(screen.getByRole("button", { name: "Previous page" }));
    expect(onPage.mock.calls).toEqual([[3], [1]]);
  });

  it("is not rendered for a single page", () => {
    render(<Pagination page={1} pageCount={1} onPage={() => {}} />);
    expect(screen.queryByRole("navigation")).toBeNull();
  });
});

describe("inPages", () => {
  it("keeps all items that fit into the allowed pages", () => {
    for (const length of numbers(100)) {
      const pages = chunk(numbers(length), 9, 10);
      expect(pages.flat()).toEqual(numbers(Math.min(length, 90)));
      expect(pages.every((page) => page.length >= 1 && page.length <= 9)).toBe(true);
    }
  });
});

function showCarousel(count: number) {
  render(
    <Carousel label="Local Businesses" items={numbers(count)} itemKey={String}>
      {(number) => <a href={`/${number}`}>{number}</a>}
    </Carousel>,
  );
}

function currentDot(): string | null {
  return screen.getByRole("button", { current: true }).getAttribute("aria-label");
}

describe("Carousel", () => {
  it("shows at most ten pages of nine", () => {
    showCarousel(95);
    expect(screen.getAllByRole("list").map((list) => list.children.length)).toEqual(
      Array.from({ length: 10 }, () => 9),
    );
    expect(screen.getByRole("list", { name: "Page 10 of 10" })).toBeDefined();
  });

  it("has no arrows for a single page", () => {
    showCarousel(9);
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  it("scrolls by arrows, dots and keys, and stops at its ends", () => {
    showCarousel(20);
    const scroller = screen.getByRole("group", { name: "Pages: 3" });
    const scrollTo = vi.fn<(options: ScrollToOptions) => void>((options) => {
      scroller.scrollLeft = options.left ?? 0;
      fireEvent.scroll(scroller);
    });
    Object.defineProperty(scroller, "clientWidth", { value: 300 });
    Object.assign(scroller, { scrollTo });

    expect(screen.getByRole("button", { name: "Previous page" })).toHaveProperty("disabled", true);
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    expect(currentDot()).toBe("Page 2");
    fireEvent.click(screen.getByRole("button", { name: "Page 3" }));
    expect(currentDot()).toBe("Page 3");
    expect(screen.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", true);
    fireEvent.keyDown(scroller, { key: "ArrowRight" });
    expect(currentDot()).toBe("Page 3");
    fireEvent.keyDown(scroller, { key: "Home" });
    expect(currentDot()).toBe("Page 1");
  });
});
