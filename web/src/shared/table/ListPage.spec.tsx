// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { Page } from "@/shared/page/Page";
import { createTestClient, renderPiece, server } from "@/shared/testing/render";
import { m } from "@/i18n";
import { saveFile } from "@/lib/saveFile";
import type { ListState, Paged } from "./listState";
import { press } from "@/ui/testing/press";
import { choiceFilter } from "./filters";
import { ListPage } from "./ListPage";
import { useListState } from "./useListState";

vi.mock("@/lib/saveFile", () => ({ saveFile: vi.fn<typeof saveFile>() }));

interface Shop {
  id: string;
  name: string;
  sold: number;
}

const shops: Shop[] = [
  { id: "1", name: "=Books", sold: 12.5 },
  { id: "2", name: "Café", sold: 0 },
];

const fetchShops = vi.fn<(list: ListState) => Promise<Paged<Shop>>>();

const options = {
  columns: ["name"],
  sorting: { orderBy: "name", direction: "Asc" },
  filters: [
    choiceFilter({
      name: "state",
      label: () => "State",
      everything: () => "All",
      choices: () => [{ value: "new", text: "New" }],
    }),
  ],
} as const;

function Shops() {
  return (
    <ListPage<Shop>
      name="shops"
      title="Shops"
      list={useListState(options)}
      searchLabel="Search shops"
      query={(list) => ({
        queryKey: ["shops", list.page, list.pageSize, list.searchText, list.filter("state")],
        queryFn: () => fetchShops(list),
      })}
      columns={[
        { id: "name", label: m.field_name, isSortable: true, text: ({ name }) => name },
        { id: "sold", label: m.counter_balance, isNumber: true, text: ({ sold }) => sold },
        { id: "look", label: m.lists_view, cell: () => "…" },
      ]}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      linkOf={({ id }) => (id === "2" ? "/shop/2" : undefined)}
      none="Add the first shop."
    />
  );
}

async function show(at = "/") {
  const router = renderPiece(<Shops />, { at });
  await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false"));
  return router;
}

const rows = () => screen.getAllByRole("row").slice(1);
const rowAt = (position: number) => {
  const row = rows()[position];
  if (!row) throw new Error("There is no such row");
  return row;
};
const saved = () => vi.mocked(saveFile).mock.lastCall;

beforeEach(() => {
  vi.clearAllMocks();
  fetchShops.mockResolvedValue({ items: shops, totalItems: 2, totalPages: 1 });
});

describe("ListPage without rows", () => {
  beforeEach(() => fetchShops.mockResolvedValue({ items: [], totalItems: 0, totalPages: 0 }));

  it("says what to do when the list is empty", async () => {
    await show();
    expect(screen.getByText("Add the first shop.")).toBeDefined();
  });

  it.each([
    ["/?searchText=oak", "Nothing matches “oak”."],
    ["/?state=new", "No rows match these filters."],
  ])("for %s says that nothing matches, and removes the filters", async (address, said) => {
    const router = await show(address);
    expect(screen.getByRole("heading", { name: "No Data" })).toBeDefined();
    expect(screen.getByText(said, { exact: false })).toBeDefined();
    expect(screen.queryByText("Add the first shop.")).toBeNull();
    const [clear] = screen.getAllByRole("button", { name: "Clear all" });
    await act(async () => clear?.click());
    expect(router.state.location.search).toBe("");
  });
});

describe("filter badge", () => {
  it("shows the filter's value, and removes it", async () => {
    const router = await show("/?state=new&page=1");
    const badges = within(screen.getByRole("list", { name: "Filters" }));
    expect(badges.getByRole("button").textContent).toBe("State: New");
    await press("Remove the filter State: New");
    expect(router.state.location.search).toBe("");
    expect(screen.queryByRole("list", { name: "Filters" })).toBeNull();
  });

  it("is absent for an unknown value", async () => {
    await show("/?state=gone");
    expect(screen.queryByRole("list", { name: "Filters" })).toBeNull();
  });
});

describe("list row", () => {
  it("opens its record when it has a page", async () => {
    const router = await show();
    await act(async () => fireEvent.click(rowAt(0)));
    expect(router.state.location.pathname).toBe("/");
    await act(async () => fireEvent.click(rowAt(1)));
    expect(router.state.location.pathname).toBe("/shop/2");
  });

  it.each([
    ["j", "k"],
    ["ArrowDown", "ArrowUp"],
  ])("gets the focus by %s and %s, and opens with Enter", async (down, up) => {
    const router = await show();
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
    act(() => rowAt(0).focus());
    fireEvent.keyDown(rowAt(0), { key: down });
    expect(document.activeElement).toBe(rowAt(1));
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
    fireEvent.keyDown(rowAt(1), { key: up });
    expect(document.activeElement).toBe(rowAt(0));
    fireEvent.keyDown(rowAt(0), { key: down });
    await act(async () => fireEvent.keyDown(rowAt(1), { key: "Enter" }));
    expect(router.state.location.pathname).toBe("/shop/2");
  });

  it("is selected by the space bar, and by a checkbox that doesn't open it", async () => {
    const router = await show();
    fireEvent.keyDown(rowAt(0), { key: " " });
    expect(screen.getByText("1 selected")).toBeDefined();
    await act(async () => fireEvent.click(screen.getByRole("checkbox", { name: "Select Café" })));
    expect(screen.getByText("2 selected")).toBeDefined();
    expect(router.state.location.pathname).toBe("/");
  });
});

describe("list export", () => {
  it("contains all pages, and no text that runs as a formula", async () => {
    fetchShops.mockImplementation(async ({ page, pageSize }) => ({
      items: pageSize === 1000 ? [shops[page - 1] ?? { id: "3", name: "Last", sold: 3 }] : shops,
      totalItems: 3,
      totalPages: pageSize === 1000 ? 3 : 1,
    }));
    await show("/?searchText=o");
    await press("Export");
    await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
    expect(saved()?.[0]).toBe("shops.csv");
    expect(saved()?.[1]).toBe("\uFEFFName,Balance\r\n'=Books,12.5\r\nCafé,0\r\nLast,3\r\n");
    expect(fetchShops.mock.calls.every(([{ searchText }]) => searchText === "o")).toBe(true);
  });

  it("contains all rows when all are selected, also those of other pages", async () => {
    fetchShops.mockImplementation(async ({ pageSize }) => ({
      items: pageSize === 500 ? [...shops, { id: "3", name: "Last", sold: 3 }] : shops,
      totalItems: 3,
      totalPages: pageSize === 500 ? 1 : 2,
    }));
    await show();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Café" }));
    await press("Select all 3");
    expect(await screen.findByText("3 selected")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Select all 3" })).toBeNull();
    await press("Export selected");
    await waitFor(() => expect(saved()?.[1]).toContain("Last,3"));
  });

  it("contains only the selected rows, if any", async () => {
    await show();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Café" }));
    await press("Export selected");
    await waitFor(() => expect(saveFile).toHaveBeenCalled());
    expect(saved()?.[1]).toBe("\uFEFFName,Balance\r\nCafé,0\r\n");
  });
});

describe("list view", () => {
  it("is remembered on this device", async () => {
    localStorage.setItem("view.shops", JSON.stringify({ hidden: ["sold"], isDense: false }));
    await show();
    expect(screen.queryByRole("columnheader", { name: "Balance" })).toBeNull();
    expect(document.querySelector(".table-airy")).not.toBeNull();
  });

  it("is the default when the stored one is invalid", async () => {
    localStorage.setItem("view.shops", "{");
    await show();
    expect(screen.getByRole("columnheader", { name: "Balance" })).toBeDefined();
  });
});

const searchOf = (router: Awaited<ReturnType<typeof show>>) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search));

describe("saved view", () => {
  const path = "GET /Accounts/me/views";
  const fresh = {
    id: "viw_1",
    list: "shops",
    name: "Fresh",
    query: "orderBy=name&direction=Desc&state=new",
    hiddenColumns: ["look"],
    isDense: true,
    isDefault: true,
  };

  it("restores its parameters, and keeps the others of the address", async () => {
    server.on(path, () => [{ ...fresh, isDefault: false }]);
    const router = await show("/?searchText=a&page=2&other=1");
    await press("Fresh", { hidden: true });
    expect(searchOf(router)).toEqual({ orderBy: "name", direction: "Desc", state: "new", other: "1" });
    expect(screen.queryByRole("columnheader", { name: "View" })).toBeNull();
    expect(screen.getByRole("button", { name: "Fresh", hidden: true, pressed: true })).toBeDefined();
  });

  it("is applied by default once, and not over the address's parameters", async () => {
    server.on(path, () => [fresh]);
    const router = await show();
    await waitFor(() => expect(searchOf(router)["state"]).toBe("new"));
    await press(m.lists_clear());
    await waitFor(() => expect(searchOf(router)["state"]).toBeUndefined());
    cleanup();
    const asked = await show("/?searchText=a");
    await screen.findByRole("button", { name: /^Fresh/, pressed: false, hidden: true });
    expect(searchOf(asked)).toEqual({ searchText: "a" });
  });

  it("stores the list's state without its page", async () => {
    server.on("POST /Accounts/me/views", () => ({ id: "viw_2" }));
    await show("/?page=2&state=new");
    await press(m.lists_views_save(), { hidden: true });
    fireEvent.change(await screen.findByLabelText(m.lists_views_name()), { target: { value: "New ones" } });
    await press(m.kit_save());
    await waitFor(() =>
      expect(server.asked("POST /Accounts/me/views")[0]?.body).toEqual({
        list: "shops",
        name: "New ones",
        query: "state=new",
        hiddenColumns: [],
        isDense: true,
        isDefault: false,
      }),
    );
  });
});

it("ListPage: leaves the document's title to a form beside it", async () => {
  const form = { path: "add", element: <Page title="Add Shop" /> };
  const router = createMemoryRouter([{ path: "/", element: <Shops />, children: [form] }], {
    initialEntries: ["/add"],
  });
  render(
    <QueryClientProvider client={createTestClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false"));
  expect(document.title).toBe("Add Shop · FunRay");
  await act(() => router.navigate("/"));
  expect(document.title).toBe("Shops · FunRay");
});
