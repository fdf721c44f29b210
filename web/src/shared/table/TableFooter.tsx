import { Icon } from "@/ui/Icon";
import { m } from "@/i18n";
import { Pagination } from "@/ui/list/Pagination";
import { PAGE_SIZES } from "./listState";

export interface TablePage {
  /** Page number, starting at 1. */
  page: number;
  pageSize: number;
}

interface TableFooterProps extends TablePage {
  total: number;
  onPage: (page: TablePage) => void;
}

/** Range of the shown rows, rows per page, and links to other pages. */
export function TableFooter({ page, pageSize, total, onPage }: TableFooterProps) {
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3 text-sm text-ink-soft">
      <label className="flex min-h-11 items-center gap-2">
        {m.kit_rows_per_page()}
        <span className="relative">
          <select
            value={pageSize}
            onChange={(event) => onPage({ page: 1, pageSize: Number(event.target.value) })}
            className="control min-h-11 py-1 pr-9 tabular-nums"
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={16} className="pointer-events-none absolute top-3.5 right-3" />
        </span>
      </label>
      <span className="tabular-nums" aria-live="polite">
        {m.kit_rows_shown({ from, to, total })}
      </span>
      <Pagination
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        onPage={(next) => onPage({ page: next, pageSize })}
      />
    </div>
  );
}
