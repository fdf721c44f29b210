// A report on paper: who it is of and which days on top of each page, its number below, and rows that are never torn apart.
import { PAPERS, pdfOf, widthOf, type PageRule, type PageText, type Paper, type PdfPage } from "./pdf";
import type { Sheet, SheetColumn, SheetValue } from "./sheet";

export interface PaperReport {
  brand: string;
  title: string;
  /** Whose report it is, if it is not of all. */
  owner?: string | undefined;
  period: string;
  /** Sums that make another one, a line each. */
  equations: readonly string[];
  tables: readonly Sheet[];
  /** What the figures mean. */
  definitions: string;
  madeAt: string;
  language: string;
  pageOf: (page: number, pages: number) => string;
  /** A figure as people read it. */
  format: (value: SheetValue, kind: SheetColumn["kind"]) => string;
}

const MARGIN = 42;
const SIZE = 8;
const LINE = 10.5;
const GAP = 8;
const SOFT = 0.4;
const FAINT = 0.75;

interface Sheaf {
  texts: PageText[];
  rules: PageRule[];
}

/** Lines no wider than this, broken between words, and within one where it is too long by itself. */
function broken(text: string, width: number, isBold: boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer, SIZE, isBold) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const sign of word) {
      if (line !== "" && widthOf(line + sign, SIZE, isBold) > width) {
        lines.push(line);
        line = "";
      }
      line += sign;
    }
  }
  return [...lines, line];
}

const longestWord = (text: string) => Math.max(...text.split(" ").map((word) => widthOf(word, SIZE, true)));

/** Figures get what they need, then the shorter texts; the longest share what is left. */
function columnWidths(
  columns: readonly SheetColumn[],
  cells: readonly (readonly string[])[],
  width: number,
): number[] {
  const needed = columns.map(({ label, kind }, place) => {
    const widest = Math.max(0, ...cells.map((row) => widthOf(row[place] ?? "", SIZE, true)));
    return Math.max(kind === "text" ? widthOf(label, SIZE, true) : longestWord(label), widest);
  });
  const isText = (place: number) => columns[place]?.kind === "text";
  const texts = [...needed.keys()]
    .filter(isText)
    .toSorted((one, other) => (needed[one] ?? 0) - (needed[other] ?? 0));
  const figures = needed.reduce((sum, each, place) => sum + (isText(place) ? 0 : each), 0);
  let left = width - GAP * (columns.length - 1) - figures;
  const given = [...needed];
  texts.forEach((place, before) => {
    const isLast = before === texts.length - 1;
    const share = left / (texts.length - before);
    given[place] = isLast ? share : Math.min(share, needed[place] ?? 0);
    left -= given[place];
  });
  // Without a text that could take what is left, the figures do.
  return texts.length > 0 ? given : given.map((each) => each + Math.max(0, left) / columns.length);
}

/** Lays a report out on pages of this paper. */
export function paperPages(report: PaperReport, paper: Paper): PdfPage[] {
  const { width, height } = PAPERS[paper];
  const room = width - 2 * MARGIN;
  const end = height - MARGIN - 2 * LINE;
  const pages: Sheaf[] = [];
  let page: Sheaf = { texts: [], rules: [] };
  let y = 0;
  const head = [report.title, report.owner, report.period].filter(Boolean).join(" · ");
  const put = (text: string, x: number, size = SIZE, isBold = false, grey = 0) =>
    page.texts.push({ text, x, y, size, isBold, grey });
  const turn = () => {
    page = { texts: [], rules: [] };
    pages.push(page);
    y = MARGIN + 4;
    put(report.brand, MARGIN, 9, true);
    if (pages.length > 1) put(head, MARGIN + widthOf(report.brand, 9, true) + GAP, SIZE, false, SOFT);
    y += 8;
    page.rules.push({ x: MARGIN, y, length: room, grey: FAINT });
    y += 22;
  };
  turn();
  put(report.title, MARGIN, 18, true);
  y += 18;
  if (report.owner) {
    put(report.owner, MARGIN, 12);
    y += 15;
  }
  put(report.period, MARGIN, 10, false, SOFT);
  y += 22;
  for (const equation of report.equations) {
    for (const line of broken(equation, room, false)) {
      put(line, MARGIN);
      y += LINE + 2;
    }
  }
  for (const { name, columns, rows, sums } of report.tables) {
    const cells = rows.map((row) => columns.map(({ kind }, place) => report.format(row[place], kind)));
    // What has no sum stays empty.
    const last = sums?.map((sum, place) =>
      sum === undefined ? "" : report.format(sum, columns[place]?.kind ?? "text"),
    );
    const measures = columnWidths(columns, last ? [...cells, last] : cells, room);
    const starts = measures.map((_, place) =>
      measures.slice(0, place).reduce((sum, each) => sum + each + GAP, MARGIN),
    );
    const rowOf = (texts: readonly string[], isBold: boolean) => {
      const lines = texts.map((text, place) => broken(text, (measures[place] ?? 0) + 0.5, isBold));
      return { lines, height: Math.max(...lines.map(({ length }) => length)) * LINE };
    };
    const place = ({ lines, height: high }: ReturnType<typeof rowOf>, isBold: boolean) => {
      lines.forEach((cell, column) =>
        cell.forEach((text, line) => {
          const isFigure = columns[column]?.kind !== "text";
          const start = starts[column] ?? MARGIN;
          const x = isFigure ? start + (measures[column] ?? 0) - widthOf(text, SIZE, isBold) : start;
          page.texts.push({ text, x, y: y + line * LINE, size: SIZE, isBold });
        }),
      );
      y += high + 3;
    };
    const labels = rowOf(
      columns.map(({ label }) => label),
      true,
    );
    const begin = () => {
      place(labels, true);
      page.rules.push({ x: MARGIN, y: y - LINE + 1, length: room, grey: SOFT });
      y += 4;
    };
    y += 12;
    // A heading never stands alone at the foot of a page.
    if (y + 20 + labels.height + 3 * LINE > end) turn();
    put(name, MARGIN, 11, true);
    y += 18;
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
      if (y + 2 * LINE <= end) page.rules.push({ x: MARGIN, y: y - LINE + 1, length: room, grey: SOFT });
      y += 3;
      add(last, true);
    }
  }
  const definitions = broken(report.definitions, room, false);
  y += 10;
  if (y + definitions.length * LINE > end) turn();
  for (const line of definitions) {
    put(line, MARGIN, SIZE, false, SOFT);
    y += LINE;
  }
  pages.forEach((each, place) => {
    page = each;
    y = height - MARGIN;
    put(report.madeAt, MARGIN, SIZE, false, SOFT);
    const number = report.pageOf(place + 1, pages.length);
    put(number, width - MARGIN - widthOf(number, SIZE), SIZE, false, SOFT);
  });
  return pages;
}

export function paperOf(report: PaperReport, paper: Paper): Uint8Array<ArrayBuffer> {
  const title = [report.title, report.owner, report.period].filter(Boolean).join(", ");
  return pdfOf(paperPages(report, paper), paper, { title, language: report.language });
}
