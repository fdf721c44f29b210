import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { To } from "react-router";
import { m } from "@/i18n";
import { DataTable, type Column } from "@/shared/table/DataTable";
import type { RowsQuery } from "@/shared/table/Table";
import type { Paged } from "@/shared/table/listState";
import { Pagination } from "@/ui/list/Pagination";

interface TableSectionProps<Row> {
  title: string;
  /** Explanation of the table. */
  lead?: ReactNode;
  /** Rows, or `undefined` while they load. */
  rows: readonly Row[] | undefined;
  /** Total number of results, of which the table shows the best. */
  count?: number | undefined;
  query?: RowsQuery | undefined;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  actions?: ((row: Row) => ReactNode) | undefined;
  linkOf?: ((row: Row) => To | undefined) | undefined;
  linkState?: (() => unknown) | undefined;
  none: string;
}

/** A titled table on a page with several. */
export function TableSection<Row extends object>(props: TableSectionProps<Row>) {
  const { title, lead, rows, count = 0, query, columns, idOf, none, ...rest } = props;
  return (
    <section className="mt-8 min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-xl">{title}</h2>
        {rows && count > rows.length && (
          <p className="text-sm text-ink-soft">{m.helpdesk_of({ shown: rows.length, count })}</p>
        )}
      </div>
      {lead && <p className="mb-4 text-ink-soft">{lead}</p>}
      {rows?.length === 0 ? (
        <p className="text-ink-soft">{none}</p>
      ) : (
        <DataTable caption={title} columns={columns} rows={rows} idOf={idOf} query={query} {...rest} />
      )}
    </section>
  );
}

interface PagedSectionProps<Row> extends Omit<TableSectionProps<Row>, "rows" | "count" | "query"> {
  query: UseQueryResult<Paged<Row>>;
  page: number;
  onPage: (page: number) => void;
  pagesLabel: string;
  /** Text below the rows. */
  note?: ReactNode;
}

/** Like `TableSection`, with paging. Renders nothing if there are no rows and no error. */
export function PagedSection<Row extends object>({
  query,
  page,
  onPage,
  pagesLabel,
  note,
  ...section
}: PagedSectionProps<Row>) {
  const found = query.data;
  if (!found && !query.isLoadingError) return null;
  if (found?.totalItems === 0) return null;
  return (
    <>
      <TableSection {...section} rows={found?.items} count={found?.totalItems} query={query} />
      {note && <p className="mt-3 text-sm text-ink-soft">{note}</p>}
      <div className="mt-3 flex justify-end">
        <Pagination page={page} pageCount={found?.totalPages ?? 0} onPage={onPage} label={pagesLabel} />
      </div>
    </>
  );
}
