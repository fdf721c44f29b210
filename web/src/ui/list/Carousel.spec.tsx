import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Carousel, chunk } from "./Carousel";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("chunk", () => {
  it("keeps all items that fit into the allowed pages", () => {
    for (const length of numbers(100)) {
      const pages = chunk(numbers(length), 9, 10);
      expect(pages.flat()).toEqual(numbers(Math.min(length, 90)));
      expect(pages.every(({ length: size }) => size >= 1 && size <= 9)).toBe(true);
    }
  });
});

function showCarousel(count: number): void {
  render(
    <Carousel label="Local Businesses" items={numbers(count)} itemKey={String}>
      {(number) => <a href={`/${number}`}>{number}</a>}
    </Carousel>,
  );
}

const button = (name: string) => page.getByRole("button", { name });

/** Expects the page with this first item to be in view, and its dot to be marked. */
async function expectPage(number: number, item: string): Promise<void> {
  await expect.element(button(`Page ${number}`)).toHaveAttribute("aria-current", "true");
  await expect.element(page.getByRole("link", { name: item })).toBeInViewport({ ratio: 1 });
}

describe("Carousel", () => {
  it("shows at most ten pages of nine", async () => {
    showCarousel(95);
    await expect.element(page.getByRole("list", { name: "Page 10 of 10" })).toBeInTheDocument();
    const lists = page.getByRole("list").elements();
    expect(lists.map((list) => list.children.length)).toEqual(Array.from({ length: 10 }, () => 9));
  });

  it("has no arrows for a single page", () => {
    showCarousel(9);
    expect(page.getByRole("button").elements()).toEqual([]);
  });

  it("scrolls by arrows, dots and keys, and stops at its ends", async () => {
    showCarousel(20);
    await expectPage(1, "1");
    await expect.element(button("Previous page")).toBeDisabled();
    await button("Next page").click();
    await expectPage(2, "10");
    await button("Page 3").click();
    await expectPage(3, "19");
    await expect.element(button("Next page")).toBeDisabled();
    const scroller = page.getByRole("group", { name: "Pages: 3" }).element() as HTMLElement;
    scroller.focus();
    for (const [key, number, item] of [
      ["{Home}", 1, "1"],
      ["{ArrowRight}", 2, "10"],
      ["{End}", 3, "19"],
      ["{ArrowRight}", 3, "19"],
      ["{ArrowLeft}", 2, "10"],
    ] as const) {
      await userEvent.keyboard(key);
      await expectPage(number, item);
    }
  });
});
