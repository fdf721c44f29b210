// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SortHeader, type Sorting } from "./SortHeader";
import { Cell, HeaderCell, Table, type RowsQuery } from "./Table";
import { TableFooter, type TablePage } from "./TableFooter";

function show(rows: React.ReactNode[] | undefined) {
  render(
    <Table
      caption="Vendors"
      columnCount={2}
      header={[<HeaderCell key="name">Name</HeaderCell>, <HeaderCell key="sold">Sold</HeaderCell>]}
      rows={rows}
    />,
  );
}

describe("Table", () => {
  it("shows placeholders while its rows load", () => {
    show(undefined);
    expect(screen.getByRole("table", { name: "Vendors" }).getAttribute("aria-busy")).toBe("true");
    expect(screen.getAllByRole("cell").length % 2).toBe(0);
    expect(screen.queryByText("No Data")).toBeNull();
  });

  it("shows No Data when there are none", () => {
    show([]);
    expect(screen.getByRole("heading", { name: "No Data" })).toBeDefined();
  });

  it("shows its rows, and scrolls by keyboard", () => {
    show([
      <tr key="1">
        <Cell>Maple Leaf Books</Cell>
        <Cell isNumber>25</Cell>
      </tr>,
    ]);
    expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["Maple Leaf Books", "25"]);
    expect(screen.getByRole("region", { name: "Vendors" }).tabIndex).toBe(0);
  });
});

describe("table header", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["of the window where all columns have room", 800, true],
    ["of its frame where they don't", 801, false],
  ])("sticks to the top %s", (_, needed, hasRoom) => {
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
    vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(needed);
    const measures: (() => void)[] = [];
    class Observer {
      constructor(measure: () => void) {
        measures.push(measure);
      }
      observe = vi.fn();
      disconnect = vi.fn();
    }
    vi.stubGlobal("ResizeObserver", Observer);
    show([]);
    act(() => measures.forEach((measure) => measure()));
    expect(screen.getByRole("region", { name: "Vendors" }).hasAttribute("data-has-room")).toBe(hasRoom);
    vi.restoreAllMocks();
  });
});

describe("Table with a query", () => {
  const frame = { caption: "Vendors", columnCount: 1, header: <HeaderCell>Name</HeaderCell> };
  const query = {
    isPlaceholderData: false,
    isLoadingError: false,
    error: null,
    refetch: vi.fn<RowsQuery["refetch"]>(),
  };

  it("shows the error, and retries on request", () => {
    render(<Table {...frame} query={{ ...query, isLoadingError: true }} rows={undefined} />);
    expect(screen.queryByRole("table")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(query.refetch).toHaveBeenCalledTimes(1);
  });

  it("shows progress while the previous rows are still there", () => {
    render(<Table {...frame} query={{ ...query, isPlaceholderData: true }} rows={[]} />);
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  });
});

function showPart(part: string) {
  return (
    <Table caption="Vendors" columnCount={1} header={<HeaderCell>Name</HeaderCell>} rows={[]} part={part} />
  );
}

describe("Table with another page of rows", () => {
  it("scrolls to its first row, and does not when only refetching", () => {
    const seen = vi.fn();
    Element.prototype.scrollIntoView = seen;
    const { rerender } = render(showPart("1"));
    const frame = screen.getByRole("region", { name: "Vendors" });
    frame.scrollTop = 400;
    frame.getBoundingClientRect = () => ({ top: -900 }) as DOMRect;
    rerender(showPart("1"));
    expect([frame.scrollTop, seen.mock.calls.length]).toEqual([400, 0]);
    rerender(showPart("2"));
    expect(frame.scrollTop).toBe(0);
    expect(seen).toHaveBeenCalledOnce();
  });
});

describe("SortHeader", () => {
  const onSort = vi.fn<(sorting: Sorting) => void>();

  function showHeader(sorting: Sorting) {
    onSort.mockClear();
    render(
      <table>
        <thead>
          <tr>
            <SortHeader column="displayName" sorting={sorting} onSort={onSort}>
              Name
            </SortHeader>
          </tr>
        </thead>
      </table>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Name" }));
    return screen.getByRole("columnheader").getAttribute("aria-sort");
  }

  it.each([
    [{ orderBy: "other", direction: "Desc" }, "none", "Asc"],
    [{ orderBy: "displayName", direction: "Asc" }, "ascending", "Desc"],
    [{ orderBy: "displayName", direction: "Desc" }, "descending", "Asc"],
  ] as const)("at %j says %s and changes to %s", (sorting, said, next) => {
    expect(showHeader(sorting)).toBe(said);
    expect(onSort).toHaveBeenCalledWith({ orderBy: "displayName", direction: next });
  });
});

describe("TableFooter", () => {
  const onPage = vi.fn<(page: TablePage) => void>();

  it.each([
    [1, 0, "0–0 of 0"],
    [1, 7, "1–7 of 7"],
    [2, 25, "11–20 of 25"],
    [3, 25, "21–25 of 25"],
  ])("on page %i of %i rows says %s", (page, total, text) => {
    render(<TableFooter page={page} pageSize={10} total={total} onPage={onPage} />);
    expect(screen.getByText(text)).toBeDefined();
  });

  it("offers 10 to 500 rows, and returns to page 1 with another size", () => {
    render(<TableFooter page={3} pageSize={10} total={200} onPage={onPage} />);
    const select = screen.getByLabelText("Rows per page");
    expect([...select.children].map((option) => option.textContent)).toEqual([
      "10",
      "25",
      "50",
      "100",
      "500",
    ]);
    fireEvent.change(select, { target: { value: "50" } });
    expect(onPage).toHaveBeenLastCalledWith({ page: 1, pageSize: 50 });
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    expect(onPage).toHaveBeenLastCalledWith({ page: 4, pageSize: 10 });
  });
});
