// Writes PDF files with text and lines. Only the two built-in fonts are used, which keeps files
// small but covers only Western European languages. Loaded on demand.

export const PAPERS = { letter: { width: 612, height: 792 }, a4: { width: 595, height: 842 } } as const;
export type Paper = keyof typeof PAPERS;

/** A text on a page. Measures are points from the upper left corner; `y` is the baseline. */
export interface PageText {
  text: string;
  x: number;
  y: number;
  size: number;
  isBold?: boolean | undefined;
  /** From black (0) to white (1). */
  grey?: number | undefined;
}

/** A horizontal line. */
export interface PageRule {
  x: number;
  y: number;
  length: number;
  grey: number;
}

export interface PdfPage {
  texts: readonly PageText[];
  rules: readonly PageRule[];
}

/**
 * Characters 0x80 and up of the fonts' encoding (WinAnsi). A blank marks a code without a
 * character.
 */
const EXTRA = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Widths of the characters from the blank to "~" in Helvetica, in thousandths of the font size. */
const ASCII = {
  plain:
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 " +
    "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 " +
    "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584",
  bold:
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 " +
    "975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 " +
    "333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584",
};

/** Widths of other characters that are not those of their base letter. */
const OTHERS: Record<string, number> = {
  "\u00a0": 278,
  "’": 222,
  "‘": 222,
  "“": 333,
  "”": 333,
  "•": 350,
  "–": 556,
  "—": 1000,
  "…": 1000,
  "€": 556,
  œ: 944,
  Œ: 1000,
  æ: 889,
  Æ: 1000,
  ß: 611,
  "«": 556,
  "»": 556,
  "°": 400,
  "·": 278,
  "™": 1000,
  "®": 737,
  "©": 737,
  ø: 611,
  Ø: 778,
};

const widths = {
  plain: ASCII.plain.split(" ").map(Number),
  bold: ASCII.bold.split(" ").map(Number),
};

/** Replaces characters that the fonts lack: by a similar one, or a question mark. */
function writable(text: string): string {
  const likeness = text
    .replaceAll(/[\u2000-\u200a\u202f]/g, "\u00a0")
    .replaceAll("\u2212", "–")
    .replaceAll("\u2011", "-")
    .normalize("NFC");
  return Array.from(likeness)
    .map((sign) => {
      if (/[ -~\u00a0-\u00ff]/.test(sign) || (sign !== " " && EXTRA.includes(sign))) return sign;
      const base = sign.normalize("NFD")[0] ?? "";
      return /[ -~]/.test(base) ? base : "?";
    })
    .join("");
}

/** Width of a text at a font size, in points. */
export function widthOf(text: string, size: number, isBold = false): number {
  const known = isBold ? widths.bold : widths.plain;
  const width = (sign: string) => {
    const other = OTHERS[sign];
    if (other !== undefined) return other;
    const base = sign.normalize("NFD").codePointAt(0) ?? 32;
    return known[base - 32] ?? 611;
  };
  return (Array.from(writable(text)).reduce((sum, sign) => sum + width(sign), 0) * size) / 1000;
}

/** Encodes a text as a PDF string in the fonts' encoding. */
function written(text: string): string {
  const numbers = Array.from(writable(text)).map((sign) => {
    const extra = sign === " " ? -1 : EXTRA.indexOf(sign);
    return String.fromCharCode(extra >= 0 ? 0x80 + extra : sign.charCodeAt(0));
  });
  return `(${numbers.join("").replaceAll(/[\\()]/g, (sign) => `\\${sign}`)})`;
}

/** Encodes a text of the file's metadata as a PDF string in UTF-16. */
function encodeInfoString(text: string): string {
  const units = Array.from({ length: text.length }, (_, place) => text.charCodeAt(place));
  return `<FEFF${units.map((unit) => unit.toString(16).padStart(4, "0")).join("")}>`;
}

const rounded = (points: number) => String(Math.round(points * 100) / 100);

function contentOf({ texts, rules }: PdfPage, height: number): string {
  const lines = rules.map(
    ({ x, y, length, grey }) =>
      `${grey} G 0.6 w ${rounded(x)} ${rounded(height - y)} m ${rounded(x + length)} ${rounded(height - y)} l S`,
  );
  const words = texts.map(
    ({ text, x, y, size, isBold, grey = 0 }) =>
      `BT ${grey} g /${isBold ? "F2" : "F1"} ${size} Tf ${rounded(x)} ${rounded(height - y)} Td ${written(text)} Tj ET`,
  );
  return [...lines, ...words].join("\n");
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** Returns the bytes of a PDF file. */
export function pdfOf(
  pages: readonly PdfPage[],
  paper: Paper,
  about: { title: string; language: string },
): Uint8Array<ArrayBuffer> {
  const { width, height } = PAPERS[paper];
  const firstPage = 6;
  const kids = pages.map((_, place) => `${firstPage + 2 * place} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${about.language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title ${encodeInfoString(about.title)} >>`,
    ...pages.flatMap((page, place) => {
      const content = contentOf(page, height);
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${firstPage + 2 * place + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const places = objects.map((object, place) => {
    const start = file.length;
    file += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += places.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  // Each character of the file is one byte.
  return Uint8Array.from(file, (sign) => sign.charCodeAt(0));
}
