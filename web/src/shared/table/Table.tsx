import type { UseQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { m } from "@/i18n";
import { RetryScene } from "@/shared/page/RetryScene";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/EmptyState";
import { Skeleton } from "@/ui/Skeleton";

/** How it stands with the rows that were asked for. */
export type RowsQuery = Pick<UseQueryResult, "isPlaceholderData" | "isLoadingError" | "error" | "refetch">;

interface TableProps {
  /** What the table lists, for screen readers. */
  caption: string;
  /** A row of HeaderCell and SortHeader. */
  header: ReactNode;
  columnCount: number;
  /** Undefined while the rows are on their way; an empty list shows the empty state. */
  rows: readonly ReactNode[] | undefined;
  empty?: ReactNode;
  /** What brings the rows: others may be on their way, or none could be fetched. */
  query?: RowsQuery | undefined;
  /** These rows are about to be replaced by others that are on their way. */
  isOutdated?: boolean | undefined;
  /** On a phone each row becomes a small card of its own, and nothing has to be scrolled sideways. */
  isStacking?: boolean | undefined;
  /** More rows on a screen, with less air between them. */
  isDense?: boolean | undefined;
  /** Fewer, with more. */
  isAiry?: boolean | undefined;
  /** Which rows of the list these are: others begin at the top of the table. */
  part?: string | undefined;
}

const SKELETON_ROWS = 5;

/** What scrolls must be reachable without a mouse, or its far columns are not. */
const scrollable = { role: "region", tabIndex: 0 } as const;

/**
 * The frame around the rows. Where all columns have room, it needn't scroll, and its header stays in sight of the window.
 * Whoever turns a page or sorts reads on at the first row.
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

/** Rows under a header that stays in sight. It scrolls sideways in itself, never the page. */
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
  /** Figures stand right, in equal widths, so that they can be compared down the column. */
  isNumber?: boolean | undefined;
}

export function HeaderCell({ isNumber, className, ...cell }: ComponentProps<"th"> & CellProps) {
  return <th scope="col" {...cell} className={cx(isNumber && "data-table-number", className)} />;
}

interface BodyCellProps extends CellProps {
  /** What the value is, where a phone shows it without its column's header. */
  label?: string | undefined;
  /** Too long for half the width of a phone. */
  isLong?: boolean | undefined;
  /** A chip with the state of the thing: on a phone it is the first fact below the name. */
  isStatus?: boolean | undefined;
  /** What the thing of the row is called. */
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
