import type { ReactNode } from "react";
import { m } from "@/i18n";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";

export interface FoundColumn<Thing> {
  label: string;
  isNumber?: boolean;
  cell: (thing: Thing) => ReactNode;
}

interface FoundTableProps<Thing extends { id: string }> {
  title: string;
  /** Undefined while they are on their way. */
  things: readonly Thing[] | undefined;
  /** How many there are in all, where only the best of them are shown. */
  count?: number | undefined;
  query?: RowsQuery | undefined;
  columns: readonly FoundColumn<Thing>[];
  actions: (thing: Thing) => ReactNode;
  none: string;
}

/** One kind of what was found, under a heading of its own. */
export function FoundTable<Thing extends { id: string }>(props: FoundTableProps<Thing>) {
  const { title, things, count = 0, query, columns, actions, none } = props;
  const header = (
    <>
      {columns.map(({ label, isNumber }) => (
        <HeaderCell key={label} isNumber={isNumber}>
          {label}
        </HeaderCell>
      ))}
      <HeaderCell>
        <span className="sr-only">{m.lists_actions()}</span>
      </HeaderCell>
    </>
  );
  return (
    <section className="mt-8 min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-xl">{title}</h2>
        {things && count > things.length && (
          <p className="text-sm text-ink-soft">{m.helpdesk_of({ shown: things.length, count })}</p>
        )}
      </div>
      {things?.length === 0 ? (
        <p className="text-ink-soft">{none}</p>
      ) : (
        <Table
          caption={title}
          header={header}
          columnCount={columns.length + 1}
          query={query}
          isStacking
          rows={things?.map((thing) => (
            <tr key={thing.id}>
              {columns.map(({ label, isNumber, cell }, position) => (
                <Cell
                  key={label}
                  isNumber={isNumber}
                  label={position === 0 ? undefined : label}
                  className={position === 0 ? "font-semibold" : undefined}
                >
                  {cell(thing)}
                </Cell>
              ))}
              <Cell>
                <span className="flex justify-end gap-2 max-md:justify-start">{actions(thing)}</span>
              </Cell>
            </tr>
          ))}
        />
      )}
    </section>
  );
}
