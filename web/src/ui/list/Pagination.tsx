import { m } from "@/i18n";
import { cx } from "@/ui/cx";
import { IconButton } from "@/ui/form/IconButton";
import { pageNumbers } from "./pageNumbers";

interface PaginationProps {
  /** Page number, starting at 1. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** Accessible name, to distinguish it from another pagination on the screen. */
  label?: string | undefined;
}

export function Pagination({ page, pageCount, onPage, label = m.kit_pages() }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={label} className="flex items-center gap-1">
      <IconButton
        icon="chevron-left"
        label={m.kit_previous_page()}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <ul className="flex items-center gap-1 max-sm:hidden">
        {pageNumbers(page, pageCount).map((entry, index) => (
          <li key={entry === "gap" ? `gap-${index}` : entry}>
            {entry === "gap" ? (
              <span aria-hidden="true" className="grid w-8 place-items-center text-ink-soft">
                …
              </span>
            ) : (
              <button
                type="button"
                aria-label={m.kit_page_number({ page: entry })}
                aria-current={entry === page ? "page" : undefined}
                onClick={() => onPage(entry)}
                className={cx(
                  "button button-icon tabular-nums",
                  entry === page ? "bg-brand text-brand-ink" : "button-quiet",
                )}
              >
                {entry}
              </button>
            )}
          </li>
        ))}
      </ul>
      <span className="px-2 text-sm tabular-nums sm:hidden">{m.kit_page_of({ page, count: pageCount })}</span>
      <IconButton
        icon="chevron-right"
        label={m.kit_next_page()}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
