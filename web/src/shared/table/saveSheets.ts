// Exports the tables of the screen with all their rows.
import { brand } from "@/brands/current";
import { getLanguageTag, m } from "@/i18n";
import { formatCalendarDate, formatMoment, isMoment } from "@/lib/dates";
import { formatMoney, formatPercent } from "@/lib/money";
import { saveFile } from "@/lib/saveFile";
import type { PaperLook, PaperReport } from "@/shared/files/paper";
import type { Paper } from "@/shared/files/pdf";
import type { Sheet, SheetColumn, SheetValue } from "@/shared/files/sheet";
import { saveCsv } from "./csv";
import type { Term } from "./Equation";

export type FileKind = "csv" | "xlsx" | Paper;

interface SavedSheets {
  /** File name. */
  file: string;
  title: string;
  owner: string | undefined;
  /** Formatted date range. */
  period: string;
  equations: readonly (readonly Term[])[];
  /** Tables of the file. CSV has room for one only: the last. */
  sheets: readonly [...Sheet[], Sheet];
  definitions: string;
}

/** Formats a value for reading; missing values are shown as "–", but are empty in files. */
export function asText(value: SheetValue, kind: SheetColumn["kind"]): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string" && kind === "moment") return isMoment(value) ? formatMoment(value) : value;
  if (typeof value === "string" && kind === "day") return formatCalendarDate(value);
  if (typeof value === "string" || kind === "text" || kind === "number") return String(value);
  return kind === "percent" ? formatPercent(value) : formatMoney(value);
}

function inWords(terms: readonly Term[]): string {
  return terms
    .map(({ label, amount, sign }) => `${sign ? `${sign} ` : ""}${label} ${formatMoney(amount ?? 0)}`)
    .join("  ");
}

export interface SavedPages extends Omit<SavedSheets, "sheets"> {
  /** Sentences above the tables. */
  words?: readonly string[];
  sheets: readonly Sheet[];
  look?: PaperLook;
}

/** Saves a document for printing. */
export async function savePages(paper: Paper, saved: SavedPages): Promise<void> {
  const { paperOf } = await import("@/shared/files/paper");
  const { file, title, owner, period, words, equations, sheets, definitions, look } = saved;
  const printed: PaperReport = {
    brand: brand.name,
    title,
    owner,
    period,
    words,
    equations: equations.map(inWords),
    tables: sheets,
    definitions,
    madeAt: m.reports_made_at({ moment: formatMoment(new Date().toISOString()) }),
    language: getLanguageTag(),
    pageOf: (page, pages) => m.reports_page({ page, pages }),
    format: asText,
    look,
  };
  saveFile(`${file}.pdf`, new Blob([paperOf(printed, paper)], { type: "application/pdf" }));
}

/** Saves tables. The code for workbooks and PDF files is loaded on demand. */
export async function saveSheets(kind: FileKind, saved: SavedSheets): Promise<void> {
  const { file, sheets } = saved;
  if (kind === "csv") {
    const last = sheets[sheets.length - 1] as Sheet;
    saveCsv(
      file,
      last.columns.map(({ label }) => label),
      last.rows,
    );
  } else if (kind === "xlsx") {
    const { xlsxOf } = await import("@/shared/files/xlsx");
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    saveFile(`${file}.xlsx`, new Blob([xlsxOf(sheets)], { type }));
  } else await savePages(kind, saved);
}
