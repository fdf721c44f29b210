// Lays out a report for printing: title, owner and period on top of each page, its number at the
// foot. Rows are never split between pages.
import { PAPERS, pdfOf, widthOf, type PageRule, type PageText, type Paper, type PdfPage } from "./pdf";
import type { Sheet, SheetColumn, SheetValue } from "./sheet";

export interface PaperReport {
  brand: string;
  title: string;
  /** Shop or charity of the report; absent in reports on all of them. */
  owner?: string | undefined;
  period: string;
  /** Sentences above the figures. */
  words?: readonly string[] | undefined;
  /** Calculations, a line each. */
  equations: readonly string[];
  tables: readonly Sheet[];
  /** Definitions of the figures. */
  definitions: string;
  madeAt: string;
  language: string;
  pageOf: (page: number, pages: number) => string;
  /** Formats a figure for reading. */
  format: (value: SheetValue, kind: SheetColumn["kind"]) => string;
  look?: PaperLook | undefined;
}

/** A report has small type for many columns; a letter has larger type. */
export type PaperLook = "report" | "letter";

const LOOKS = {
  report: { margin: 42, size: 8, line: 10.5, title: 18, owner: 12, heading: 11, row: 3, top: 22, gap: 8 },
  letter: { margin: 72, size: 11, line: 15, title: 24, owner: 15, heading: 14, row: 6, top: 40, gap: 18 },
} as const;
type Measures = (typeof LOOKS)[PaperLook];

const SOFT = 0.4;
const FAINT = 0.75;

interface Sheaf {
  texts: PageText[];
  rules: PageRule[];
}

/**
 * Breaks text into lines of at most this width: between words, or within one that is too long for a
 * line.
 */
function broken(text: string, width: number, size: number, isBold: boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer, size, isBold) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const sign of word) {
      if (line !== "" && widthOf(line + sign, size, isBold) > width) {
        lines.push(line);
        line = "";
      }
      line += sign;
    }
  }
  return [...lines, line];
}

const longestWord = (text: string, size: number) =>
  Math.max(...text.split(" ").map((word) => widthOf(word, size, true)));

/**
 * Column widths: figures get what they need, then the shorter texts; the longest texts share the
 * rest. Where all texts have room, headings of figures take fewer lines.
 */
function columnWidths(
  columns: readonly SheetColumn[],
  cells: readonly (readonly string[])[],
  width: number,
  { size, gap }: Measures,
): number[] {
  const needed = columns.map(({ label, kind }, place) => {
    const widest = Math.max(0, ...cells.map((row) => widthOf(row[place] ?? "", size, true)));
    return Math.max(kind === "text" ? widthOf(label, size, true) : longestWord(label, size), widest);
  });
  const isText = (place: number) => columns[place]?.kind === "text";
  const texts = [...needed.keys()]
    .filter(isText)
    .toSorted((one, other) => (needed[one] ?? 0) - (needed[other] ?? 0));
  const room = width - gap * (columns.length - 1);
  let spare = needed.reduce((left, each) => left - each, room);
  columns.forEach(({ label, kind }, place) => {
    const own = needed[place] ?? 0;
    const more = kind === "text" ? 0 : Math.max(0, Math.min(widthOf(label, size, true) - own, spare));
    needed[place] = own + more;
    spare -= more;
  });
  const figures = needed.reduce((sum, each, place) => sum + (isText(place) ? 0 : each), 0);
  let left = room - figures;
  const given = [...needed];
  texts.forEach((place, before) => {
    const isLast = before === texts.length - 1;
    const share = left / (texts.length - before);
    given[place] = isLast ? share : Math.min(share, needed[place] ?? 0);
    left -= given[place];
  });
  // Without text columns, the figures share the rest.
  return texts.length > 0 ? given : given.map((each) => each + Math.max(0, left) / columns.length);
}

/** Lays out a report on pages of this paper size. */
export function paperPages(report: PaperReport, paper: Paper): PdfPage[] {
  const { width, height } = PAPERS[paper];
  const look: Measures = LOOKS[report.look ?? "report"];
  const { margin, size, line, gap } = look;
  const room = width - 2 * margin;
  const end = height - margin - 2 * line;
  const pages: Sheaf[] = [];
  let page: Sheaf = { texts: [], rules: [] };
  let y = 0;
  const head = [report.title, report.owner, report.period].filter(Boolean).join(" · ");
  const put = (text: string, x: number, at: number = size, isBold = false, grey = 0) =>
    page.texts.push({ text, x, y, size: at, isBold, grey });
  const turn = () => {
    page = { texts: [], rules: [] };
    pages.push(page);
    y = margin + 4;
    put(report.brand, margin, size + 1, true);
    if (pages.length > 1) put(head, margin + widthOf(report.brand, size + 1, true) + gap, size, false, SOFT);
    y += 8;
    page.rules.push({ x: margin, y, length: room, grey: FAINT });
    y += look.top;
  };
  turn();
  put(report.title, margin, look.title, true);
  y += look.title;
  if (report.owner) {
    put(report.owner, margin, look.owner);
    y += look.owner + 3;
  }
  put(report.period, margin, size + 2, false, SOFT);
  y += 2 * size + 6;
  for (const paragraph of [...(report.words ?? []), ...report.equations]) {
    for (const text of broken(paragraph, room, size, false)) {
      put(text, margin);
      y += line + 2;
    }
  }
  for (const { name, columns, rows, sums } of report.tables) {
    const cells = rows.map((row) => columns.map(({ kind }, place) => report.format(row[place], kind)));
    // Columns without a sum stay empty.
    const last = sums?.map((sum, place) =>
      sum === undefined ? "" : report.format(sum, columns[place]?.kind ?? "text"),
    );
    const measures = columnWidths(columns, last ? [...cells, last] : cells, room, look);
    const starts = measures.map((_, place) =>
      measures.slice(0, place).reduce((sum, each) => sum + each + gap, margin),
    );
    const rowOf = (texts: readonly string[], isBold: boolean) => {
      const lines = texts.map((text, place) => broken(text, (measures[place] ?? 0) + 0.5, size, isBold));
      return { lines, height: Math.max(...lines.map(({ length }) => length)) * line };
    };
    const place = ({ lines, height: high }: ReturnType<typeof rowOf>, isBold: boolean) => {
      lines.forEach((cell, column) =>
        cell.forEach((text, number) => {
          const isFigure = columns[column]?.kind !== "text";
          const start = starts[column] ?? margin;
          const x = isFigure ? start + (measures[column] ?? 0) - widthOf(text, size, isBold) : start;
          page.texts.push({ text, x, y: y + number * line, size, isBold });
        }),
      );
      y += high + look.row;
    };
    const labels = rowOf(
      columns.map(({ label }) => label),
      true,
    );
    const rule = () => page.rules.push({ x: margin, y: y - line - look.row + 4, length: room, grey: SOFT });
    const begin = () => {
      place(labels, true);
      rule();
      y += 4;
    };
    y += 1.5 * size;
    // Keep a heading on the same page as its first rows.
    if (y + look.heading + 9 + labels.height + 3 * line > end) turn();
    put(name, margin, look.heading, true);
    y += look.heading + 7;
    begin();
    const add = (texts: readonly string[], isBold: boolean) => {
      const row = rowOf(texts, isBold);
      if (y + row.height > end) {
        turn();
        begin();
      }
      place(row, isBold);
    };
    cells.forEach((texts) => add(texts, false));
    if (last) {
      if (y + 2 * line <= end) rule();
      y += 3;
      add(last, true);
    }
  }
  const definitions = broken(report.definitions, room, size, false);
  y += 10;
  if (y + definitions.length * line > end) turn();
  for (const text of definitions) {
    put(text, margin, size, false, SOFT);
    y += line;
  }
  pages.forEach((each, place) => {
    page = each;
    y = height - margin;
    put(report.madeAt, margin, size, false, SOFT);
    const number = report.pageOf(place + 1, pages.length);
    put(number, width - margin - widthOf(number, size), size, false, SOFT);
  });
  return pages;
}

export function paperOf(report: PaperReport, paper: Paper): Uint8Array<ArrayBuffer> {
  const title = [report.title, report.owner, report.period].filter(Boolean).join(", ");
  return pdfOf(paperPages(report, paper), paper, { title, language: report.language });
}
