// Exports a report with the columns of the screen and all its rows.
import type { Term } from "@/shared/table/Equation";
import { saveSheets, type FileKind } from "@/shared/table/saveSheets";
import { m } from "@/i18n";
import type { DateRange } from "@/lib/dateRange";
import type { Sheet } from "@/shared/files/sheet";
import { columnKind, type ReportColumn } from "./ReportTable";

/** A report with all its rows. */
interface WholeReport<Report, Row> {
  /** File name. */
  name: string;
  title: string;
  owner: string | undefined;
  range: DateRange;
  /** Formatted date range. */
  period: string;
  report: Report;
  equations: readonly (readonly Term[])[];
  summary: readonly ReportColumn<Report>[];
  details: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  definitions: string;
}

function sheetOf<Row>(
  name: string,
  columns: readonly ReportColumn<Row>[],
  rows: readonly Row[],
  isSummed: boolean,
): Sheet {
  return {
    name,
    columns: columns.map((column) => ({ label: column.label(), kind: columnKind(column) })),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
    sums: isSummed
      ? columns.map(({ sum }, position) => (position === 0 ? m.reports_total() : sum))
      : undefined,
  };
}

/** Saves a report as a file. */
export function saveReport<Report, Row>(kind: FileKind, whole: WholeReport<Report, Row>): Promise<void> {
  const { name, title, owner, range, period, report, equations, summary, details, rows, definitions } = whole;
  const { startDate, endDate } = range;
  const sums = sheetOf(m.reports_summary(), summary, [report], false);
  const table = sheetOf(m.reports_details(), details, rows, true);
  return saveSheets(kind, {
    file: startDate === endDate ? `${name}-${endDate}` : `${name}-${startDate}-${endDate}`,
    title,
    owner,
    period,
    equations,
    sheets: [sums, table],
    definitions,
  });
}
