// Compiles legal texts, which lawyers edit as Markdown, into data at build time. It keeps only the
// passages of the brand being built, so browsers need no Markdown parser.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import type { BrandFacts } from "./brands.ts";
import type { Block, Inline, LegalText } from "../src/areas/shop/front/legal/text.ts";

const requiredFacts = ["title", "description", "lead", "updated"] as const;

/** Keeps the passages of brands with or without causes: `:::causes` or `:::plain` … `:::` fences a passage. */
function keepPassagesOf(hasCauses: boolean, source: string): string {
  const own = hasCauses ? "causes" : "plain";
  let speaker: string | undefined;
  const kept = source.split("\n").filter((line) => {
    const fence = /^:::(\w*)$/.exec(line);
    if (!fence) return speaker === undefined || speaker === own;
    if ((fence[1] === "") === (speaker === undefined)) throw new Error(`Unpaired fence "${line}"`);
    speaker = fence[1] || undefined;
    return false;
  });
  if (speaker !== undefined) throw new Error(`The passage of ${speaker} is never closed`);
  return kept.join("\n");
}

/** Inserts the non-breaking spaces of French punctuation and numbers. */
function joinFrenchMarks(text: string): string {
  return text.replaceAll(/ (?=[:»%$])|(?<=«) |(?<=\d) (?=\d{3}\b|dollars\b)/g, "\u00a0");
}

function slug(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

function inlinesOf(tokens: Token[] = []): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case "strong":
        return [{ bold: (token as Tokens.Strong).text }];
      case "link":
        return [{ link: (token as Tokens.Link).href, label: (token as Tokens.Link).text }];
      case "text":
      case "escape":
        return "tokens" in token && token.tokens ? inlinesOf(token.tokens) : [(token as Tokens.Text).text];
      default:
        throw new Error(`Legal texts have no ${token.type}: ${token.raw}`);
    }
  });
}

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case "space":
      return [];
    case "heading": {
      const { depth, text } = token as Tokens.Heading;
      if (depth !== 2) throw new Error(`Headings of a legal text have two marks: ${token.raw}`);
      return [{ kind: "heading", id: slug(text), text }];
    }
    case "paragraph":
      return [{ kind: "paragraph", content: inlinesOf(token.tokens) }];
    case "list": {
      const { ordered, items } = token as Tokens.List;
      return [{ kind: "list", isOrdered: ordered, items: items.map((item) => inlinesOf(item.tokens)) }];
    }
    default:
      throw new Error(`Legal texts have no ${token.type}: ${token.raw}`);
  }
}

export function compileLegalText(
  source: string,
  brand: Pick<BrandFacts, "name" | "hasCauses">,
  locale: string,
): LegalText {
  const own = keepPassagesOf(brand.hasCauses, source).replaceAll("{brand}", brand.name);
  const spoken = locale === "fr" ? joinFrenchMarks(own) : own;
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(spoken);
  if (!parts) throw new Error("A legal text begins with its facts between two lines of ---");
  const [, head = "", body = ""] = parts;
  const facts = new Map(
    [...head.matchAll(/^(\w+): (.+)$/gm)].map(([, name = "", value = ""]) => [name, value] as const),
  );
  const [title, description, lead, updated] = requiredFacts.map((name) => {
    const value = facts.get(name);
    if (!value) throw new Error(`A legal text says its ${name}`);
    return value;
  }) as [string, string, string, string];
  return { title, description, lead, updated, blocks: marked.lexer(body).flatMap(blockOf) };
}

/** Compiles each legal text. A text of the same name in the brand's folder `texts` replaces the product's. */
export function legalTexts(brand: BrandFacts): Plugin {
  return {
    name: "legal-texts",
    transform: {
      filter: { id: /\/legal\/texts\/[\w-]+\.(en|fr)\.md$/ },
      handler(source, id) {
        const own = join(brand.folder, "texts", basename(id));
        const written = existsSync(own) ? readFileSync(own, "utf8") : source;
        const text = compileLegalText(written, brand, id.endsWith(".fr.md") ? "fr" : "en");
        return { code: `export default ${JSON.stringify(text)}`, moduleType: "js", map: null };
      },
    },
  };
}
