import type { ReactNode } from "react";
import { asText } from "@/shared/table/saveSheets";
import type { SheetColumn, SheetValue } from "@/shared/files/sheet";
import { cx } from "@/ui/cx";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";

/** A column of a report: value of each row, and the total below. */
export interface ReportColumn<Row> {
  label: () => string;
  /** Value of a row; amounts are in dollars, shown as money and exported as numbers. */
  value: (row: Row) => SheetValue;
  isMoney?: boolean | undefined;
  isNumber?: boolean | undefined;
  /** Whether the value is a timestamp in the API's format. */
  isMoment?: boolean | undefined;
  /** Whether the value must not break over lines, such as a timestamp. */
  isWhole?: boolean | undefined;
  /** Whether the value is a share in whole percent. */
  isPercent?: boolean | undefined;
  /** Content on the screen, if it differs from the value. */
  cell?: ((row: Row) => ReactNode) | undefined;
  /** Total over all rows, not only those on the screen. */
  sum?: number | undefined;
  /** Whether the summary omits the figure, because the equations above or the totals row show it. */
  isInTiles?: boolean | undefined;
  /** Whether the column is exported only, because another one shows it on the screen. */
  isFileOnly?: boolean | undefined;
  /** Whether the text needs more width than other columns. */
  isWide?: boolean | undefined;
}

interface ReportTableProps<Row> {
  title: string;
  columns: readonly ReportColumn<Row>[];
  /** Rows, or `undefined` while they load. */
  rows: readonly Row[] | undefined;
  /** Label of the totals row; without it there is none. */
  sumLabel?: string | undefined;
  /** Whether only screen readers get the title. */
  isTitleHidden?: boolean;
  /** Page number; a new page scrolls to the top of the table. */
  page?: number;
  query?: RowsQuery | undefined;
  empty?: ReactNode;
}

/** Returns the type of a column's values for exported files. */
export function columnKind<Row>(column: ReportColumn<Row>): SheetColumn["kind"] {
  const { isMoney, isNumber, isPercent, isMoment } = column;
  if (isMoment) return "moment";
  if (isMoney) return "money";
  if (isPercent) return "percent";
  return isNumber ? "number" : "text";
}

/** Whether a column is aligned right, as figures are. */
function isFigure<Row>(column: ReportColumn<Row>): boolean {
  const kind = columnKind(column);
  return kind !== "text" && kind !== "moment";
}

/** Returns class names that leave room for names, which take two lines at most. */
function cellClass<Row>(
  { isWhole = false, isWide = false }: ReportColumn<Row>,
  isFirst: boolean,
): string | undefined {
  if (isWhole) return "whitespace-nowrap";
  return isFirst || isWide ? "md:min-w-40" : undefined;
}

function shown<Row>(column: ReportColumn<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : asText(column.value(row), columnKind(column));
}

/** Table of a report: figures aligned, with their totals in the last row. */
export function ReportTable<Row extends object>(props: ReportTableProps<Row>) {
  const { title, rows, sumLabel, isTitleHidden = false, page, query, empty } = props;
  const columns = props.columns.filter(({ isFileOnly }) => !isFileOnly);
  // Tables that contain only totals have no row headings.
  const isNamed = sumLabel !== undefined;
  const body = rows?.map((row, place) => (
    // Rows are static and never change their order.
    <tr key={place}>
      {columns.map((column, position) => (
        <Cell
          key={column.label()}
          isNumber={isFigure(column)}
          isName={position === 0 && isNamed}
          label={position === 0 && isNamed ? undefined : column.label()}
          className={cellClass(column, position === 0)}
        >
          {shown(column, row)}
        </Cell>
      ))}
    </tr>
  ));
  const sums = rows && rows.length > 0 && sumLabel !== undefined && (
    <tr key="sums" className="font-bold" data-sums="">
      {columns.map((column, position) => (
        <Cell
          key={column.label()}
          isNumber={isFigure(column)}
          isName={position === 0}
          label={position === 0 ? undefined : column.label()}
        >
          {position === 0 ? sumLabel : column.sum !== undefined && asText(column.sum, columnKind(column))}
        </Cell>
      ))}
    </tr>
  );
  return (
    <section className={cx("mt-5 min-w-0", isTitleHidden && "md:w-fit md:min-w-60")}>
      <h2 className={isTitleHidden ? "sr-only" : "mb-2 text-lg"}>{title}</h2>
      <Table
        caption={title}
        header={columns.map((column) => (
          <HeaderCell
            key={column.label()}
            isNumber={isFigure(column)}
            className="whitespace-normal text-pretty"
          >
            {column.label()}
          </HeaderCell>
        ))}
        columnCount={columns.length}
        query={query}
        isStacking
        isDense
        part={page === undefined ? undefined : String(page)}
        empty={empty}
        rows={body && (sums ? [...body, sums] : body)}
      />
    </section>
  );
}
