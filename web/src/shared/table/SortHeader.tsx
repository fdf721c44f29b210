import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";

export interface Sorting<Column extends string = string> {
  orderBy: Column;
  direction: "Asc" | "Desc";
}

interface SortHeaderProps {
  /** The server's sort key. */
  column: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  isNumber?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Column header for sorting: the first press sorts ascending, the next reverses the order. */
export function SortHeader({ column, sorting, onSort, isNumber, className, children }: SortHeaderProps) {
  const isSorted = sorting.orderBy === column;
  const isAscending = sorting.direction === "Asc";
  const arrow = !isSorted ? "arrow-up-down" : isAscending ? "arrow-up" : "arrow-down";
  const ariaSort = !isSorted ? "none" : isAscending ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={ariaSort} className={cx(isNumber && "data-table-number", className)}>
      <button
        type="button"
        onClick={() => onSort({ orderBy: column, direction: isSorted && isAscending ? "Desc" : "Asc" })}
        className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 font-semibold hover:bg-surface-quiet"
      >
        {children}
        <Icon name={arrow} size={16} className={isSorted ? "text-brand" : "text-ink-soft"} />
      </button>
    </th>
  );
}
