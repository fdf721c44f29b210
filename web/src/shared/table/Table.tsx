import type { UseQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { m } from "@/i18n";
import { RetryScene } from "@/shared/page/RetryScene";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Skeleton } from "@/ui/layout/Skeleton";

/** State of the query that loads the rows. */
export type RowsQuery = Pick<UseQueryResult, "isPlaceholderData" | "isLoadingError" | "error" | "refetch">;

interface TableProps {
  /** Description of the table for screen readers. */
  caption: string;
  /** A row of `HeaderCell` and `SortHeader`. */
  header: ReactNode;
  columnCount: number;
  /** Rows, or `undefined` while they load; an empty list shows the empty state. */
  rows: readonly ReactNode[] | undefined;
  empty?: ReactNode;
  /** Query of the rows, for showing its progress and its error. */
  query?: RowsQuery | undefined;
  /** Whether these rows will be replaced by others that are loading. */
  isOutdated?: boolean | undefined;
  /** Shows each row as a card on a phone, so that nothing scrolls sideways. */
  isStacking?: boolean | undefined;
  /** Shows more rows with less space. */
  isDense?: boolean | undefined;
  /** Shows fewer rows with more space. */
  isAiry?: boolean | undefined;
  /** Key of the shown part of the list; a new part scrolls to its first row. */
  part?: string | undefined;
}

const SKELETON_ROWS = 5;

/** A scrolling element must be focusable, or its far columns can't be reached without a mouse. */
const scrollable = { role: "region", tabIndex: 0 } as const;

/**
 * Frame around the rows. If all columns fit, it doesn't scroll and its header sticks to the window.
 * Paging and sorting scroll to the first row.
 */
function useFrame(part: string | undefined) {
  const [hasRoom, setHasRoom] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const watch = useCallback((element: HTMLDivElement | null) => {
    frame.current = element;
    if (!element || !("ResizeObserver" in window)) return undefined;
    const observer = new ResizeObserver(() => setHasRoom(element.scrollWidth <= element.clientWidth));
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  const shown = useRef(part);
  useEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    const { current } = frame;
    if (!current) return;
    current.scrollTop = 0;
    if (current.getBoundingClientRect().top < 0) current.scrollIntoView();
  }, [part]);
  return { hasRoom, watch };
}

/** Rows under a sticky header. The table scrolls sideways, never the page. */
export function Table({
  caption,
  header,
  columnCount,
  rows,
  empty,
  query,
  isOutdated = query?.isPlaceholderData ?? false,
  isStacking,
  isDense,
  isAiry,
  part,
}: TableProps) {
  const { hasRoom, watch } = useFrame(part);
  const isBusy = rows === undefined || isOutdated;
  if (query?.isLoadingError) return <RetryScene error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div
      ref={watch}
      data-has-room={hasRoom || undefined}
      className={cx(
        "table-frame print:overflow-visible",
        isStacking && "table-stacking",
        isDense && "table-dense",
        isAiry && "table-airy",
      )}
      {...scrollable}
      aria-label={caption}
    >
      <table className="data-table w-full border-separate border-spacing-0 text-start" aria-busy={isBusy}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>{header}</tr>
        </thead>
        <tbody className={cx(isBusy && "opacity-60")}>
          {rows === undefined ? <SkeletonRows columnCount={columnCount} /> : rows}
        </tbody>
      </table>
      {rows?.length === 0 && (empty ?? <EmptyState scene="nothing-found" title={m.kit_table_empty()} />)}
    </div>
  );
}

function SkeletonRows({ columnCount }: { columnCount: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columnCount }, (_cell, column) => (
        <td key={column}>
          <Skeleton className={cx("h-5", column === 0 ? "w-40" : "w-20")} />
        </td>
      ))}
    </tr>
  ));
}

interface CellProps {
  /** Aligns numbers right with tabular figures, so that they can be compared. */
  isNumber?: boolean | undefined;
}

export function HeaderCell({ isNumber, className, ...cell }: ComponentProps<"th"> & CellProps) {
  return <th scope="col" {...cell} className={cx(isNumber && "data-table-number", className)} />;
}

interface BodyCellProps extends CellProps {
  /** Label for a phone, which shows no column headers. */
  label?: string | undefined;
  /** Takes the full width on a phone. */
  isLong?: boolean | undefined;
  /** Marks a status chip: on a phone it comes first below the name. */
  isStatus?: boolean | undefined;
  /** Marks the name of the row's record. */
  isName?: boolean | undefined;
}

export function Cell(props: ComponentProps<"td"> & BodyCellProps) {
  const { isNumber, label, isLong, isStatus, isName, className, ...cell } = props;
  const look = cx(
    isName && "data-table-name",
    isNumber && "data-table-number",
    isLong && "data-table-long",
    isStatus && "data-table-status",
    className,
  );
  return <td {...cell} data-label={label} className={look} />;
}
