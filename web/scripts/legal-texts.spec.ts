import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { factsOf } from "./brands.ts";
import { compileLegalText } from "./legal-text.ts";

const folder = new URL("../src/areas/shop/front/legal/texts/", import.meta.url);
const names = [...new Set(readdirSync(folder).map((file) => file.split(".")[0] ?? ""))];

function compile(name: string, brand: string, locale: string) {
  return compileLegalText(
    readFileSync(new URL(`${name}.${locale}.md`, folder), "utf8"),
    factsOf(brand),
    locale,
  );
}

describe.each(["funray", "rayzr"])("the legal texts of %s", (brand) => {
  it.each(names)("%s has the same structure in both languages", (name) => {
    const [en, fr] = [compile(name, brand, "en"), compile(name, brand, "fr")];
    expect(fr.updated).toBe(en.updated);
    const shape = ({ blocks }: typeof en) =>
      blocks.map((block) => (block.kind === "list" ? `list of ${block.items.length}` : block.kind));
    expect(shape(fr)).toEqual(shape(en));
  });

  it.each(names)("%s has chapters with ids for addresses", (name) => {
    for (const locale of ["en", "fr"]) {
      const ids = compile(name, brand, locale).blocks.flatMap((block) =>
        block.kind === "heading" ? [block.id] : [],
      );
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.join()).toMatch(/^[a-z0-9,-]+$/);
    }
  });
});
