// Writes tables as an Excel workbook (Office Open XML). Loaded on demand.
import { strToU8, zipSync } from "fflate";
import { businessMomentOf, isMoment } from "@/lib/dates";
import type { Sheet, SheetColumn, SheetValue } from "./sheet";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Indices into the list of cell formats below. */
const LOOKS = {
  text: { plain: 0, bold: 1 },
  number: { plain: 2, bold: 3 },
  percent: { plain: 2, bold: 3 },
  money: { plain: 4, bold: 5 },
  day: { plain: 6, bold: 7 },
  moment: { plain: 8, bold: 9 },
} as const;

const DAY = /^\d{4}-\d\d-\d\d$/;
const MS_PER_DAY = 86_400_000;
/** Day zero of spreadsheet dates. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/**
 * Converts a date to a spreadsheet's serial number: days since day zero, with the time as a
 * fraction.
 */
function serialOf(text: string): { kind: "day" | "moment"; serial: number } | undefined {
  const isTime = isMoment(text);
  if (!isTime && !DAY.test(text)) return undefined;
  const local = isTime ? businessMomentOf(text).replace(" ", "T") : `${text}T00:00:00`;
  const serial = (Date.parse(`${local}Z`) - FIRST_DAY) / MS_PER_DAY;
  return { kind: isTime ? "moment" : "day", serial: Number(serial.toFixed(10)) };
}

const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  // Built-in number formats: 1 is an integer, 4 has thousands separators and two decimals, 14 is a
  // date and 22 a date with time. The spreadsheet shows them in the user's locale.
  `<cellXfs count="10">${[0, 1, 4, 14, 22]
    .flatMap((format) =>
      [0, 1].map(
        (font) =>
          `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
      ),
    )
    .join(
      "",
    )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Escapes text for XML and drops characters that XML can't represent. */
function escaped(text: string): string {
  const held = text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
  return held
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Returns the spreadsheet's name of a column: A, B, … Z, AA. */
function letters(place: number): string {
  const rest = Math.floor(place / 26);
  return (rest > 0 ? letters(rest - 1) : "") + String.fromCharCode(65 + (place % 26));
}

function cell(value: SheetValue, address: string, look: number): string {
  if (value === null || value === undefined || value === "") return `<c r="${address}" s="${look}"/>`;
  if (typeof value === "number") return `<c r="${address}" s="${look}"><v>${value}</v></c>`;
  // An inline string is never read as a formula, whatever it begins with.
  return `<c r="${address}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

function widthOf({ label }: SheetColumn, place: number, { rows, sums }: Sheet): number {
  const lengths = [...rows, ...(sums ? [sums] : [])].map((row) => String(row[place] ?? "").length);
  return Math.min(50, lengths.reduce((most, length) => Math.max(most, length), label.length) + 3);
}

function sheetXml(sheet: Sheet): string {
  const { columns, rows, sums } = sheet;
  const row = (values: readonly SheetValue[], number: number, weight: "plain" | "bold") =>
    `<row r="${number}">${columns
      .map(({ kind }, place) => {
        const value = values[place];
        const address = `${letters(place)}${number}`;
        const date = typeof value === "string" ? serialOf(value) : undefined;
        if (date) return cell(date.serial, address, LOOKS[date.kind][weight]);
        return cell(value, address, LOOKS[typeof value === "number" ? kind : "text"][weight]);
      })
      .join("")}</row>`;
  const labels = columns.map(({ label }) => label);
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns
      .map(
        (column, place) =>
          `<col min="${place + 1}" max="${place + 1}" width="${widthOf(column, place, sheet)}" customWidth="1"/>`,
      )
      .join("")}</cols><sheetData>` +
    row(labels, 1, "bold") +
    rows.map((values, place) => row(values, place + 2, "plain")).join("") +
    (sums ? row(sums, rows.length + 2, "bold") : "") +
    "</sheetData></worksheet>"
  );
}

/** Returns the bytes of a workbook with these sheets. */
export function xlsxOf(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const numbered = sheets.map((sheet, place) => ({ sheet, number: place + 1 }));
  const files: Record<string, string> = {
    "[Content_Types].xml":
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
      numbered
        .map(
          ({ number }) =>
            `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
        )
        .join("") +
      "</Types>",
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbered
      .map(
        ({ sheet, number }) =>
          `<sheet name="${escaped(sheet.name)}" sheetId="${number}" r:id="rId${number}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbered
      .map(
        ({ number }) =>
          `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": STYLES,
    ...Object.fromEntries(
      numbered.map(({ sheet, number }) => [`xl/worksheets/sheet${number}.xml`, sheetXml(sheet)]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
