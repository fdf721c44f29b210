import { extractText, getDocumentProxy } from "unpdf";
import { expect, it } from "vitest";
import { PAPERS } from "./pdf";
import { paperPages, paperOf, type PaperReport } from "./paper";

function reportWith(rows: number): PaperReport {
  return {
    brand: "RayZR",
    title: "Rapports",
    owner: "Librairie de la Feuille d’érable",
    period: "Du 1er mars 2026 au 31 mars 2026",
    equations: ["Ventes 12 345,50 $ − Versé 1,00 $ = Revenu 12 344,50 $"],
    tables: [
      {
        name: "Détails",
        columns: [
          { label: "Numéro", kind: "text" },
          { label: "Achats", kind: "money" },
          { label: "Organisme", kind: "text" },
        ],
        rows: Array.from({ length: rows }, (_, place) => [
          `•••• ${1000 + place}`,
          25,
          "Œuvre ".repeat(30).trim(),
        ]),
        sums: ["Total", 25 * rows, undefined],
      },
    ],
    definitions: "Chaque vente compte le jour même.",
    madeAt: "Produit le 25 nov. 2026",
    language: "fr-CA",
    pageOf: (page, pages) => `Page ${page} de ${pages}`,
    format: (value) => String(value ?? ""),
  };
}

it("paperPages: names the report and the columns on each page, and numbers the pages", () => {
  const pages = paperPages(reportWith(60), "letter");
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach(({ texts }, place) => {
    const said = texts.map(({ text }) => text);
    expect(said).toContain("RayZR");
    expect(said.some((text) => text.includes("Librairie de la Feuille d’érable"))).toBe(true);
    expect(said).toContain("Achats");
    expect(said).toContain(`Page ${place + 1} de ${pages.length}`);
  });
});

it("paperPages: leaves a heading of figures on one line where the table has room", () => {
  const report = reportWith(1);
  const columns = [
    { label: "Organisme", kind: "text" } as const,
    { label: "Part de la cause", kind: "money" } as const,
  ];
  const narrow = { name: "Causes", columns, rows: [["Banque alimentaire", 5]] };
  const said = paperPages({ ...report, tables: [narrow] }, "letter").flatMap(({ texts }) => texts);
  expect(said.map(({ text }) => text)).toContain("Part de la cause");
});

it.each(["letter", "a4"] as const)("paperPages: keeps every row whole within the margins of %s", (paper) => {
  const { width, height } = PAPERS[paper];
  const pages = paperPages(reportWith(60), paper);
  const numbers = pages.flatMap(({ texts }) => texts.filter(({ text }) => text.startsWith("••••")));
  expect(numbers).toHaveLength(60);
  for (const { texts } of pages)
    for (const { x, y } of texts) {
      expect(x).toBeGreaterThan(30);
      expect(x).toBeLessThan(width - 30);
      expect(y).toBeGreaterThan(30);
      expect(y).toBeLessThan(height - 30);
    }
});

it("paperPages: sets a letter in at least eleven points, with margins of an inch", () => {
  const { width, height } = PAPERS.letter;
  const letter = {
    ...reportWith(30),
    words: ["En octobre, 25,00 $ ont été amassés."],
    look: "letter" as const,
  };
  const texts = paperPages(letter, "letter").flatMap((page) => page.texts);
  expect(texts.map(({ text }) => text)).toContain("En octobre, 25,00 $ ont été amassés.");
  for (const { x, y, size } of texts) {
    expect(size).toBeGreaterThanOrEqual(11);
    expect(x).toBeGreaterThanOrEqual(72);
    expect(x).toBeLessThan(width - 72);
    expect(y).toBeGreaterThanOrEqual(72);
    expect(y).toBeLessThanOrEqual(height - 72);
  }
});

it("paperOf: writes a PDF that another program reads, with accents", async () => {
  const pdf = await getDocumentProxy(paperOf(reportWith(3), "a4"));
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string } };
  expect(info.Title).toContain("Feuille d’érable");
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain("Œuvre Œuvre");
  expect(text).toContain("Ventes 12 345,50 $ – Versé 1,00 $ = Revenu 12 344,50 $");
  expect(text).toContain("Total 75");
});
