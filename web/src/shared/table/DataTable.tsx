import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { Link, useNavigate, type To } from "react-router";
import { m } from "@/i18n";
import type { SheetValue } from "@/shared/files/sheet";
import { cx } from "@/ui/cx";
import { SortHeader, type Sorting } from "./SortHeader";
import { Cell, HeaderCell, Table, type RowsQuery } from "./Table";
import type { TableView } from "./view";

/** A column: what it is called, what it says, and how it looks. The first one is the name of the thing. */
export interface Column<Row> {
  /** Where the list can be sorted by it, also the server's name of it. */
  id: string;
  label: () => string;
  isSortable?: boolean | undefined;
  isNumber?: boolean | undefined;
  /** Too long for half the width of a phone. */
  isLong?: boolean | undefined;
  /** A chip with the state of the thing: on a phone it is the first fact below the name. */
  isStatus?: boolean | undefined;
  /** An address or a role needs no label on a phone. */
  isPlain?: boolean | undefined;
  /** A number that only files and clerks need: a phone leaves it out. */
  isDeskOnly?: boolean | undefined;
  /** Left out below 1536 px, where a table with many columns has no room for it. */
  isWideOnly?: boolean | undefined;
  className?: string | undefined;
  /** What it says in a file; and in the table, where no `cell` says it. */
  text?: (row: Row) => SheetValue;
  cell?: (row: Row) => ReactNode;
}

export interface Selection<Row> {
  rows: ReadonlyMap<string, Row>;
  select: (rows: ReadonlyMap<string, Row>) => void;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the rows are on their way. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  query?: RowsQuery | undefined;
  /** Which page of them it is. */
  page?: number | undefined;
  empty?: ReactNode;
  sorting?: Sorting | undefined;
  onSort?: ((sorting: Sorting) => void) | undefined;
  view?: TableView | undefined;
  /** Where rows can be chosen: those that are, and what each is called. */
  selection?: (Selection<Row> & { nameOf: (row: Row) => string }) | undefined;
  /** What can be done with a thing: at the end of its row, and on a phone below it. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Where the row leads as a whole, for pointers and the keys of who goes down the list. */
  placeOf?: ((row: Row) => To | undefined) | undefined;
  /** What the way to a row's place hands on to the page behind it. */
  stateOfPlace?: (() => unknown) | undefined;
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });

/** What does something by itself is not the row. */
const ownControls = "a, button, input, select, label, summary, [popover]";

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

const WIDE_ONLY = "max-[1536px]:hidden";

/** Rows of things in declared columns: sorted, chosen, hidden and opened alike in every list. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    idOf,
    query,
    page,
    empty,
    sorting,
    onSort,
    view,
    selection,
    actions,
    placeOf,
    stateOfPlace,
  } = props;
  const navigate = useNavigate();
  const [current, setCurrent] = useState(0);
  const chosen = selection?.rows;
  const table = useTable({
    features,
    data: rows ?? [],
    columns: columns.map(({ id }, position) => ({ id, enableHiding: position > 0 })),
    getRowId: idOf,
    manualSorting: true,
    state: {
      sorting: sorting ? [{ id: sorting.orderBy, desc: sorting.direction === "Desc" }] : [],
      columnVisibility: Object.fromEntries((view?.hidden ?? []).map((id) => [id, false])),
      rowSelection: Object.fromEntries([...(chosen?.keys() ?? [])].map((id) => [id, true as const])),
    },
    onRowSelectionChange: (change) => {
      const before = Object.fromEntries([...(chosen?.keys() ?? [])].map((id) => [id, true as const]));
      const after = typeof change === "function" ? change(before) : change;
      const known = new Map([...(chosen ?? []), ...(rows ?? []).map((row) => [idOf(row), row] as const)]);
      selection?.select(new Map([...known].filter(([id]) => after[id])));
    },
  });
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);

  // A press that closes a menu is meant for the menu, and for no row behind it.
  const isClosingMenu = useRef(false);
  const begin = () => {
    isClosingMenu.current = document.querySelector("[data-menu=open]") !== null;
  };
  const go = (to: To) => void navigate(to, { preventScrollReset: true, state: stateOfPlace?.() });
  const open = (row: Row, event: MouseEvent<HTMLElement>) => {
    const to = placeOf?.(row);
    const isOnControl = event.target instanceof Element && event.target.closest(ownControls) !== null;
    if (to === undefined || isOnControl || isClosingMenu.current) return;
    if (getSelection()?.isCollapsed === false) return;
    go(to);
  };
  const press = (row: Row, event: KeyboardEvent<HTMLTableRowElement>) => {
    const { key, currentTarget, target, ctrlKey, metaKey, altKey } = event;
    if (target !== currentTarget || ctrlKey || metaKey || altKey) return;
    const to = key === "Enter" ? placeOf?.(row) : undefined;
    if (to !== undefined) go(to);
    else if (key === " " && selection) table.getRow(idOf(row)).toggleSelected();
    else if (steps[key] === 1) (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
    else if (steps[key] === -1) (currentTarget.previousElementSibling as HTMLElement | null)?.focus();
    else return;
    event.preventDefault();
  };
  const isWalkable = placeOf !== undefined || selection !== undefined;

  const header = (
    <>
      {selection && (
        <HeaderCell className="data-table-choice w-6 pe-0">
          <input
            type="checkbox"
            className="tick"
            aria-label={m.lists_select_all()}
            disabled={!rows?.length}
            checked={table.getIsAllPageRowsSelected()}
            ref={(box) => {
              if (box) box.indeterminate = table.getIsSomePageRowsSelected();
            }}
            onChange={table.getToggleAllPageRowsSelectedHandler()}
          />
        </HeaderCell>
      )}
      {shown.map(({ id, label, isSortable, isNumber, isWideOnly, className }) =>
        isSortable && sorting && onSort ? (
          <SortHeader
            key={id}
            column={id}
            sorting={sorting}
            onSort={onSort}
            isNumber={isNumber}
            className={isWideOnly ? WIDE_ONLY : undefined}
          >
            {label()}
          </SortHeader>
        ) : (
          <HeaderCell
            key={id}
            isNumber={isNumber}
            className={cx(isNumber && className, isWideOnly && WIDE_ONLY)}
          >
            {label()}
          </HeaderCell>
        ),
      )}
      {actions && (
        <HeaderCell>
          <span className="sr-only">{m.lists_actions()}</span>
        </HeaderCell>
      )}
    </>
  );
  return (
    <Table
      caption={caption}
      header={header}
      columnCount={shown.length + (actions ? 1 : 0) + (selection ? 1 : 0)}
      query={query}
      isStacking
      isAiry={view?.isDense === false}
      part={JSON.stringify([page, sorting])}
      empty={empty}
      rows={
        rows &&
        table.getRowModel().rows.map((row, position) => (
          <tr
            key={row.id}
            data-opens={placeOf?.(row.original) === undefined ? undefined : ""}
            data-chosen={row.getIsSelected() || undefined}
            {...(isWalkable && {
              tabIndex: position === Math.min(current, rows.length - 1) ? 0 : -1,
              onFocus: () => setCurrent(position),
              onPointerDown: begin,
              onClick: (event: MouseEvent<HTMLElement>) => open(row.original, event),
              onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => press(row.original, event),
            })}
          >
            {selection && (
              <Cell className="data-table-choice w-6 pe-0">
                <input
                  type="checkbox"
                  className="tick"
                  aria-label={m.lists_select_one({ name: selection.nameOf(row.original) })}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </Cell>
            )}
            {shown.map(
              ({
                id,
                label,
                isNumber,
                isLong,
                isStatus,
                isPlain,
                isDeskOnly,
                isWideOnly,
                className,
                text,
                cell,
              }) => (
                <Cell
                  key={id}
                  isNumber={isNumber}
                  isLong={isLong}
                  isStatus={isStatus}
                  isName={id === columns[0]?.id}
                  label={isStatus || isPlain || id === columns[0]?.id ? undefined : label()}
                  className={cx(
                    className ?? (id === columns[0]?.id ? "font-semibold" : undefined),
                    isDeskOnly && "max-md:hidden",
                    isWideOnly && WIDE_ONLY,
                  )}
                >
                  <Named
                    place={id === columns[0]?.id ? placeOf?.(row.original) : undefined}
                    state={stateOfPlace}
                  >
                    {cell ? cell(row.original) : text?.(row.original)}
                  </Named>
                </Cell>
              ),
            )}
            {actions && (
              <Cell className="data-table-actions">
                <span className="flex justify-end gap-1 max-md:flex-wrap md:[&_.button-small]:px-2.5">
                  {actions(row.original)}
                </span>
              </Cell>
            )}
          </tr>
        ))
      }
    />
  );
}

interface NamedProps {
  place: To | undefined;
  state: (() => unknown) | undefined;
  children: ReactNode;
}

/** The name of a row's thing is the link that all of the row is to a pointer. */
function Named({ place, state, children }: NamedProps) {
  if (place === undefined) return children;
  return (
    <Link to={place} state={state?.()} preventScrollReset className="row-name">
      {children}
    </Link>
  );
}
