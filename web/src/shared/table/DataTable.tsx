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

/** A column: label, content and layout. The first column names the row's record. */
export interface Column<Row> {
  /** Key of the column, also the server's sort key. */
  id: string;
  label: () => string;
  isSortable?: boolean | undefined;
  isNumber?: boolean | undefined;
  /** Takes the full width on a phone. */
  isLong?: boolean | undefined;
  /** Marks a status chip: on a phone it comes first below the name. */
  isStatus?: boolean | undefined;
  /** Omits the label on a phone, as for an address or a role. */
  isPlain?: boolean | undefined;
  /** Hides the column on phones: only exports and staff need its number. */
  isDeskOnly?: boolean | undefined;
  /** Hides the column below 1536 px, where a wide table has no room for it. */
  isWideOnly?: boolean | undefined;
  className?: string | undefined;
  /** Value in exported files, and in the table if there is no `cell`. */
  text?: (row: Row) => SheetValue;
  cell?: (row: Row) => ReactNode;
}

interface Selection<Row> {
  rows: ReadonlyMap<string, Row>;
  select: (rows: ReadonlyMap<string, Row>) => void;
}

interface DataTableProps<Row> {
  /** Description of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Rows, or `undefined` while they load. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  query?: RowsQuery | undefined;
  /** Number of the shown page. */
  page?: number | undefined;
  empty?: ReactNode;
  sorting?: Sorting | undefined;
  onSort?: ((sorting: Sorting) => void) | undefined;
  view?: TableView | undefined;
  /** Selected rows and a function for their names, if rows can be selected. */
  selection?: (Selection<Row> & { nameOf: (row: Row) => string }) | undefined;
  /** Actions of a row: at its end, on a phone below it. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Page of a row's record, opened by a click on the row or by keyboard. */
  linkOf?: ((row: Row) => To | undefined) | undefined;
  /** Navigation state for the page of a row's record. */
  linkState?: (() => unknown) | undefined;
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });

/** Controls inside a row that handle clicks themselves. */
const ownControls = "a, button, input, select, label, summary, [popover]";

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

const WIDE_ONLY = "max-[1536px]:hidden";

/**
 * Table with declared columns. Sorting, selecting, hiding columns and opening rows work alike in
 * every list.
 */
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
    linkOf,
    linkState,
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

  // A click that closes a menu must not open the row behind it.
  const isClosingMenu = useRef(false);
  const begin = () => {
    isClosingMenu.current = document.querySelector("[data-menu=open]") !== null;
  };
  const go = (to: To) => void navigate(to, { preventScrollReset: true, state: linkState?.() });
  const open = (row: Row, event: MouseEvent<HTMLElement>) => {
    const to = linkOf?.(row);
    const isOnControl = event.target instanceof Element && event.target.closest(ownControls) !== null;
    if (to === undefined || isOnControl || isClosingMenu.current) return;
    if (getSelection()?.isCollapsed === false) return;
    go(to);
  };
  const press = (row: Row, event: KeyboardEvent<HTMLTableRowElement>) => {
    const { key, currentTarget, target, ctrlKey, metaKey, altKey } = event;
    if (target !== currentTarget || ctrlKey || metaKey || altKey) return;
    const to = key === "Enter" ? linkOf?.(row) : undefined;
    if (to !== undefined) go(to);
    else if (key === " " && selection) table.getRow(idOf(row)).toggleSelected();
    else if (steps[key] === 1) (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
    else if (steps[key] === -1) (currentTarget.previousElementSibling as HTMLElement | null)?.focus();
    else return;
    event.preventDefault();
  };
  const isWalkable = linkOf !== undefined || selection !== undefined;

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
            data-opens={linkOf?.(row.original) === undefined ? undefined : ""}
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
                  <Named place={id === columns[0]?.id ? linkOf?.(row.original) : undefined} state={linkState}>
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

/** Name of a row's record: a link that for pointers covers the whole row. */
function Named({ place, state, children }: NamedProps) {
  if (place === undefined) return children;
  return (
    <Link to={place} state={state?.()} preventScrollReset className="row-name">
      {children}
    </Link>
  );
}
