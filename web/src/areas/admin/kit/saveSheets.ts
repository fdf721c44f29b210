// Tables as a file: what is on the screen, and all of it.
import { brand } from "@/brands/current";
import { getLanguageTag, m } from "@/i18n";
import { formatCalendarDate, formatMoment, isMoment } from "@/lib/dates";
import { formatMoney, formatPercent } from "@/lib/money";
import { saveFile } from "@/lib/saveFile";
import type { PaperLook, PaperReport } from "@/shared/files/paper";
import type { Paper } from "@/shared/files/pdf";
import type { Sheet, SheetColumn, SheetValue } from "@/shared/files/sheet";
import { saveCsv } from "@/shared/table/csv";
import type { Term } from "./Equation";

export type FileKind = "csv" | "xlsx" | Paper;

export interface SavedSheets {
  /** What the file is called. */
  file: string;
  title: string;
  owner: string | undefined;
  /** Its days in words. */
  period: string;
  equations: readonly (readonly Term[])[];
  /** Where only one table has room, the last of them is saved. */
  sheets: readonly [...Sheet[], Sheet];
  definitions: string;
}

/** A value as people read it; a file leaves empty what is missing. */
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
  /** What is said before any table. */
  words?: readonly string[];
  sheets: readonly Sheet[];
  look?: PaperLook;
}

/** Saves pages to print. */
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

/** Saves tables. What makes workbooks and pages is fetched when it is wanted. */
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
