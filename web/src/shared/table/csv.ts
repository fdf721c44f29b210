// Exports a list as a CSV file for spreadsheets.
import { businessMomentOf, isMoment } from "@/lib/dates";
import { saveFile } from "@/lib/saveFile";
import type { SheetValue } from "@/shared/files/sheet";

/** Without it, Excel reads the file in a legacy encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Spreadsheets run text that begins like a formula: a leading apostrophe keeps it text. */
const formulaPattern = /^[\s]*[=+\-@|]|^[\t\r\n]/;

function field(value: SheetValue): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  if (isMoment(text)) return businessMomentOf(text);
  const safe = formulaPattern.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(header: readonly string[], rows: readonly (readonly SheetValue[])[]): string {
  return BYTE_ORDER_MARK + [header, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

export function saveCsv(name: string, header: readonly string[], rows: readonly (readonly SheetValue[])[]) {
  saveFile(`${name}.csv`, csvOf(header, rows), "text/csv;charset=utf-8");
}
