// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchBox } from "@/ui/form/SearchBox";
import { renderPiece } from "@/shared/testing/render";
import { useListState } from "./useListState";

const options = { columns: ["name", "email"], sorting: { orderBy: "name", direction: "Asc" } } as const;

type List = ReturnType<typeof useListState>;

const drawn = vi.fn<(list: List) => void>();

function List() {
  const state = useListState(options);
  drawn(state);
  return <SearchBox label="Search" value={state.searchText} onSearch={state.search} />;
}

const show = (at = "/list") => renderPiece(<List />, { at });

function list(): List {
  const last = drawn.mock.lastCall?.[0];
  if (!last) throw new Error("The list was never drawn");
  return last;
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const type = (text: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });

describe("useListState", () => {
  it("reads the address", () => {
    show("/list?page=3&pageSize=25&searchText=maple&orderBy=email&direction=Desc&isDeleted=true");
    expect(list()).toMatchObject({
      page: 3,
      pageSize: 25,
      searchText: "maple",
      sorting: { orderBy: "email", direction: "Desc" },
    });
    expect(list().filter("isDeleted")).toBe("true");
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=x", "pageSize=7", "orderBy=password", "direction=Up"])(
    "is the first page in the default order for %s",
    (query) => {
      show(`/list?${query}`);
      expect(list()).toMatchObject({ page: 1, pageSize: 10, sorting: options.sorting });
    },
  );

  it("keeps all other parameters when paging, and adds a history entry", async () => {
    const router = show("/list?searchText=maple");
    await act(async () => list().showPage({ page: 2, pageSize: 25 }));
    expect(router.state.location.search).toBe("?searchText=maple&page=2&pageSize=25");
    await act(async () => list().showPage({ page: 1, pageSize: 10 }));
    expect(router.state.location.search).toBe("?searchText=maple");
    await act(() => router.navigate(-1));
    expect(list().page).toBe(2);
  });

  it("remembers the number of rows for every list of this device", async () => {
    show();
    await act(async () => list().showPage({ page: 1, pageSize: 50 }));
    cleanup();
    show("/other");
    expect(list().pageSize).toBe(50);
    await act(async () => list().showPage({ page: 1, pageSize: 10 }));
    expect(list().pageSize).toBe(10);
    cleanup();
    show("/other?pageSize=25");
    expect(list().pageSize).toBe(25);
  });

  it("returns to page 1 when the list is sorted or filtered", async () => {
    const router = show("/list?page=4");
    await act(async () => list().sort({ orderBy: "email", direction: "Desc" }));
    expect(router.state.location.search).toBe("?orderBy=email&direction=Desc");
    await act(async () => list().showPage({ page: 2, pageSize: 10 }));
    await act(async () => list().narrow({ isDeleted: "true" }));
    expect(router.state.location.search).toBe("?orderBy=email&direction=Desc&isDeleted=true");
  });
});

describe("search field of a list", () => {
  it("searches half a second after the last key, from page 1", async () => {
    const router = show("/list?page=4");
    type("map");
    await pass(400);
    type("maple");
    await pass(499);
    expect(router.state.location.search).toBe("?page=4");
    await pass(1);
    expect(router.state.location.search).toBe("?searchText=maple");
    expect(screen.getByRole("searchbox")).toHaveProperty("value", "maple");
  });

  it("searches at once on Enter, and only once", async () => {
    const router = show();
    type("maple");
    await act(async () => fireEvent.submit(screen.getByRole("search")));
    expect(router.state.location.search).toBe("?searchText=maple");
    await act(async () => list().showPage({ page: 2, pageSize: 10 }));
    await pass(1_000);
    expect(router.state.location.search).toBe("?searchText=maple&page=2");
  });

  it("shows the search text after going back, but never changes it during typing", async () => {
    const router = show("/list?searchText=maple");
    type("oak");
    await pass(500);
    type("oak t");
    await pass(100);
    expect(screen.getByRole("searchbox")).toHaveProperty("value", "oak t");
    await pass(400);
    await act(() => router.navigate("/list?searchText=pine"));
    expect(screen.getByRole("searchbox")).toHaveProperty("value", "pine");
  });
});
