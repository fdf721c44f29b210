// A report as a file: the same columns and rows as on the screen, and all of them.
import { brand } from "@/brands/current";
import { getLanguageTag, m } from "@/i18n";
import type { Term } from "@/areas/admin/kit/Equation";
import type { DateRange } from "@/lib/dateRange";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { saveFile } from "@/lib/saveFile";
import type { Paper } from "@/shared/files/pdf";
import type { Sheet } from "@/shared/files/sheet";
import { saveCsv } from "@/shared/table/csv";
import type { PaperReport } from "./paper";
import { asText, columnKind, type ReportColumn } from "./ReportTable";

export type FileKind = "csv" | "xlsx" | Paper;

/** A report with all of its rows. */
export interface WholeReport<Report, Row> {
  /** What its file is called. */
  name: string;
  title: string;
  owner: string | undefined;
  range: DateRange;
  /** Its days in words. */
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

function inWords(terms: readonly Term[]): string {
  return terms
    .map(({ label, amount, sign }) => `${sign ? `${sign} ` : ""}${label} ${formatMoney(amount ?? 0)}`)
    .join("  ");
}

/** Saves a report. What makes workbooks and pages is fetched when it is wanted. */
export async function saveReport<Report, Row>(
  kind: FileKind,
  whole: WholeReport<Report, Row>,
): Promise<void> {
  const { name, title, owner, range, period, report, equations, summary, details, rows, definitions } = whole;
  const { startDate, endDate } = range;
  const file = startDate === endDate ? `${name}-${endDate}` : `${name}-${startDate}-${endDate}`;
  const sums = sheetOf(m.reports_summary(), summary, [report], false);
  const table = sheetOf(m.reports_details(), details, rows, true);
  if (kind === "csv") {
    saveCsv(
      file,
      table.columns.map(({ label }) => label),
      [...table.rows, ...(table.sums ? [table.sums] : [])],
    );
  } else if (kind === "xlsx") {
    const { xlsxOf } = await import("@/shared/files/xlsx");
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    saveFile(`${file}.xlsx`, new Blob([xlsxOf([sums, table])], { type }));
  } else {
    const { paperOf } = await import("./paper");
    const printed: PaperReport = {
      brand: brand.name,
      title,
      owner,
      period,
      equations: equations.map(inWords),
      tables: [sums, table],
      definitions,
      madeAt: m.reports_made_at({ moment: formatMoment(new Date().toISOString()) }),
      language: getLanguageTag(),
      pageOf: (page, pages) => m.reports_page({ page, pages }),
      format: asText,
    };
    saveFile(`${file}.pdf`, new Blob([paperOf(printed, kind)], { type: "application/pdf" }));
  }
}
