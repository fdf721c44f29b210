// @vitest-environment jsdom
import { useInfiniteQuery } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { errorFromAnswer, errorFromFailure } from "@/api/error";
import { renderPiece } from "@/shared/testing/render";
import { InfiniteList } from "./InfiniteList";

/** An IntersectionObserver controlled by the test. */
let watching: { see: (isSeen: boolean) => void }[] = [];

class FakeObserver {
  private readonly watch: (typeof watching)[number];

  constructor(callback: IntersectionObserverCallback) {
    this.watch = {
      see: (isIntersecting) =>
        callback([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver),
    };
  }

  observe() {
    watching.push(this.watch);
  }

  disconnect() {
    watching = watching.filter((watch) => watch !== this.watch);
  }
}

const pages = [["Ann", "Bob"], ["Cem", "Dot"], ["Eve"]];
const fetchPage = vi.fn<(page: number) => Promise<string[]>>();

function People({ total }: { total: number }) {
  const query = useInfiniteQuery({
    queryKey: ["people", total],
    queryFn: async ({ pageParam }) => ({
      items: await fetchPage(pageParam),
      totalItems: total,
      page: pageParam,
    }),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page + 1 < Math.ceil(total / 2) ? page + 1 : undefined),
    retry: false,
  });
  return (
    <InfiniteList
      query={query}
      label="People"
      itemKey={(name) => name}
      countLabel={(count) => `${count} people`}
      placeholder={<i />}
      empty="Try another word."
    >
      {(name) => name}
    </InfiniteList>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Waits until an immediate answer is shown. */
const settle = () => pass(10);
const see = (isSeen: boolean) => act(() => watching.forEach((watch) => watch.see(isSeen)));
const places = () => document.querySelectorAll("ul i").length;
const names = () => screen.queryAllByRole("listitem").map((item) => item.textContent);

async function show(total = 5) {
  renderPiece(<People total={total} />);
  await settle();
}

beforeEach(() => {
  watching = [];
  fetchPage.mockReset().mockImplementation(async (page) => pages[page] ?? []);
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  vi.useFakeTimers();
});

it("InfiniteList: loads the next page when its end has been visible for 300 ms", async () => {
  await show();
  expect(names()).toEqual(["Ann", "Bob"]);
  see(true);
  await pass(299);
  expect(fetchPage).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(fetchPage).toHaveBeenCalledTimes(2);
  await settle();
  expect(names()).toEqual(["Ann", "Bob", "Cem", "Dot"]);
  expect(screen.getByText("5 people")).toBeDefined();
});

it("InfiniteList: loads nothing when its end only passed by", async () => {
  await show();
  see(true);
  await pass(200);
  see(false);
  await pass(1000);
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

it("InfiniteList: continues while its end is visible, and stops at the last page", async () => {
  await show();
  see(true);
  await pass(300);
  await settle();
  see(true);
  await pass(300);
  await settle();
  expect(names()).toEqual(pages.flat());
  expect(watching).toEqual([]);
  expect(fetchPage.mock.calls).toEqual([[0], [1], [2]]);
});

it("InfiniteList: shows a placeholder for each item to come, so that nothing moves", async () => {
  await show();
  expect(places()).toBe(2);
  see(true);
  await pass(300);
  await settle();
  expect(places()).toBe(1);
  see(true);
  await pass(300);
  await settle();
  expect(places()).toBe(0);
});

it("InfiniteList: shows its empty state", async () => {
  fetchPage.mockResolvedValue([]);
  await show(0);
  expect(screen.getByRole("heading", { name: "No Data" })).toBeDefined();
  expect(screen.getByText("Try another word.")).toBeDefined();
});

it("InfiniteList: offers a retry when a page fails, and keeps the loaded items", async () => {
  await show();
  fetchPage.mockRejectedValueOnce(new Error("lost"));
  see(true);
  await pass(300);
  await settle();
  expect(names()).toEqual(["Ann", "Bob"]);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await settle();
  expect(names()).toEqual(["Ann", "Bob", "Cem", "Dot"]);
});

it.each([
  [errorFromFailure(new TypeError("Failed to fetch")), "Unable to connect to server"],
  [errorFromAnswer(503, { errorMessage: "We are busy right now." }), "We are busy right now."],
])("InfiniteList: shows the error of the first page, and offers a retry", async (failure, why) => {
  fetchPage.mockRejectedValueOnce(failure);
  await show();
  expect(screen.getByText(why)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await settle();
  expect(names()).toEqual(["Ann", "Bob"]);
});

it("InfiniteList: writes the reason why it is empty larger than “No Data”", async () => {
  fetchPage.mockResolvedValue([]);
  await show(0);
  expect(screen.getByRole("heading", { name: "No Data" }).className).toMatch(/\btext-sm\b/);
  expect(screen.getByText("Try another word.").className).toMatch(/\btext-xl\b/);
});
