import type { ReactNode } from "react";
import { asText } from "@/areas/admin/kit/saveSheets";
import type { SheetColumn, SheetValue } from "@/shared/files/sheet";
import { cx } from "@/ui/cx";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";

/** A column of a report: what each row says, and what stands below all of them. */
export interface ReportColumn<Row> {
  label: () => string;
  /** An amount in dollars is shown as money, and stays a number in a file. */
  value: (row: Row) => SheetValue;
  isMoney?: boolean | undefined;
  isNumber?: boolean | undefined;
  /** A moment as the wire writes it. */
  isMoment?: boolean | undefined;
  /** A moment, or a number that is read aloud: never broken over lines. */
  isWhole?: boolean | undefined;
  /** A share in whole percent. */
  isPercent?: boolean | undefined;
  /** What it looks like on the screen, where that is more than its value. */
  cell?: ((row: Row) => ReactNode) | undefined;
  /** Over all rows, not only those on the screen. */
  sum?: number | undefined;
  /** In the summary: the sums above it or the sum row below it have this figure already. */
  isInTiles?: boolean | undefined;
  /** On the screen another column says it. */
  isFileOnly?: boolean | undefined;
  /** Text that needs room beside narrow columns. */
  isWide?: boolean | undefined;
}

interface ReportTableProps<Row> {
  title: string;
  columns: readonly ReportColumn<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  /** What is written in the first column of the sum row; without it there is none. */
  sumLabel?: string | undefined;
  /** The title is read out only. */
  isTitleHidden?: boolean;
  /** Number of the page: another one begins at the top of the table. */
  page?: number;
  query?: RowsQuery | undefined;
  empty?: ReactNode;
}

/** What kind of values a column has, as files want to know it. */
export function columnKind<Row>(column: ReportColumn<Row>): SheetColumn["kind"] {
  const { isMoney, isNumber, isPercent, isMoment } = column;
  if (isMoment) return "moment";
  if (isMoney) return "money";
  if (isPercent) return "percent";
  return isNumber ? "number" : "text";
}

/** Whether a column is set right, as figures are. */
function isFigure<Row>(column: ReportColumn<Row>): boolean {
  const kind = columnKind(column);
  return kind !== "text" && kind !== "moment";
}

/** Figures leave room for names, which are read in two lines at most. */
function cellLook<Row>(
  { isWhole = false, isWide = false }: ReportColumn<Row>,
  isFirst: boolean,
): string | undefined {
  if (isWhole) return "whitespace-nowrap";
  return isFirst || isWide ? "md:min-w-40" : undefined;
}

function shown<Row>(column: ReportColumn<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : asText(column.value(row), columnKind(column));
}

/** A table of a report: figures right under each other, and their sums in the last row. */
export function ReportTable<Row extends object>(props: ReportTableProps<Row>) {
  const { title, rows, sumLabel, isTitleHidden = false, page, query, empty } = props;
  const columns = props.columns.filter(({ isFileOnly }) => !isFileOnly);
  // Rows of sums alone have no name before their figures.
  const isNamed = sumLabel !== undefined;
  const body = rows?.map((row, place) => (
    // Rows are only shown, and never change places.
    <tr key={place}>
      {columns.map((column, position) => (
        <Cell
          key={column.label()}
          isNumber={isFigure(column)}
          isName={position === 0 && isNamed}
          label={position === 0 && isNamed ? undefined : column.label()}
          className={cellLook(column, position === 0)}
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
