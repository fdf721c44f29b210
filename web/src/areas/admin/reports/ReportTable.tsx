import type { ReactNode } from "react";
import { formatMoney } from "@/lib/money";
import type { CsvValue } from "@/shared/table/csv";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";

/** A column of a report: what each row says, and what stands below all of them. */
export interface ReportColumn<Row> {
  label: () => string;
  /** An amount in dollars is shown as money, and stays a number in a file. */
  value: (row: Row) => CsvValue;
  isMoney?: boolean | undefined;
  isNumber?: boolean | undefined;
  /** What it looks like on the screen, where that is more than its value. */
  cell?: ((row: Row) => ReactNode) | undefined;
  /** Over all rows, not only those on the screen. */
  sum?: number | undefined;
}

interface ReportTableProps<Row> {
  title: string;
  columns: readonly ReportColumn<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  /** What is written in the first column of the sum row; without it there is none. */
  sumLabel?: string | undefined;
  query?: RowsQuery | undefined;
  empty?: ReactNode;
}

function shown<Row>({ value, isMoney, cell }: ReportColumn<Row>, row: Row): ReactNode {
  if (cell) return cell(row);
  const said = value(row);
  return isMoney && typeof said === "number" ? formatMoney(said) : said;
}

/** A table of a report: figures right under each other, and their sums in the last row. */
export function ReportTable<Row extends object>(props: ReportTableProps<Row>) {
  const { title, columns, rows, sumLabel, query, empty } = props;
  // Rows of sums alone have no name before their figures.
  const isNamed = sumLabel !== undefined;
  const body = rows?.map((row, place) => (
    // Rows are only shown, and never change places.
    <tr key={place}>
      {columns.map((column, position) => (
        <Cell
          key={column.label()}
          isNumber={column.isMoney || column.isNumber}
          isName={position === 0 && isNamed}
          label={position === 0 && isNamed ? undefined : column.label()}
        >
          {shown(column, row)}
        </Cell>
      ))}
    </tr>
  ));
  const sums = rows && rows.length > 0 && sumLabel !== undefined && (
    <tr key="sums" className="font-bold">
      {columns.map(({ label, sum, isMoney, isNumber }, position) => (
        <Cell
          key={label()}
          isNumber={isMoney || isNumber}
          isName={position === 0}
          label={position === 0 ? undefined : label()}
        >
          {position === 0 ? sumLabel : sum !== undefined && (isMoney ? formatMoney(sum) : sum)}
        </Cell>
      ))}
    </tr>
  );
  return (
    <section className="mt-8 min-w-0">
      <h2 className="mb-3 text-xl">{title}</h2>
      <Table
        caption={title}
        header={columns.map(({ label, isMoney, isNumber }) => (
          <HeaderCell key={label()} isNumber={isMoney || isNumber}>
            {label()}
          </HeaderCell>
        ))}
        columnCount={columns.length}
        query={query}
        isStacking
        isDense
        empty={empty}
        rows={body && (sums ? [...body, sums] : body)}
      />
    </section>
  );
}
