import { readFileSync } from "node:fs";
import { expect, describe, it } from "vitest";
import { editionOf, factsOf, listBrands, withColours } from "./brands.ts";

const slugs = (named: string) => listBrands(named).map(({ slug }) => slug);

const theme = (style: string) =>
  readFileSync(new URL(`../src/brands/${style}/theme.css`, import.meta.url), "utf8");

describe("editionOf", () => {
  it("returns the edition that the environment names", () => {
    expect(editionOf({ VITE_APP_KEY: "rayzr", APP_LOCALE: "fr" })).toEqual({ brand: "rayzr", locale: "fr" });
  });

  it("returns FunRay in all languages by default", () => {
    expect(editionOf({})).toEqual({ brand: "funray", locale: undefined });
    expect(editionOf({ VITE_APP_KEY: "other", APP_LOCALE: "de" })).toEqual({
      brand: "funray",
      locale: undefined,
    });
  });
});

describe("listBrands", () => {
  it("returns all brands, or those that are named, in their order", () => {
    expect(slugs("")).toEqual(["funray", "rayzr"]);
    expect(slugs("rayzr funray")).toEqual(["rayzr", "funray"]);
    expect(() => slugs("maple")).toThrow("maple");
  });

  it("reads a folder elsewhere", () => {
    const [maple] = listBrands("../crates/funray/tests/brands/maple");
    expect(maple).toMatchObject({
      slug: "maple",
      name: "Maple Main Street",
      hasCauses: true,
      style: "night",
    });
    expect(maple?.colours.get("dark.ink_soft")).toBe("#e2c9bd");
  });
});

describe("withColours", () => {
  const [maple] = listBrands("../crates/funray/tests/brands/maple");

  it("replaces the colours that the brand has", () => {
    const css = "  --ink-soft: light-dark(#3d4660, #bac3db);\n  --action: #c8ff3e;\n  --focus: #1d50dc;\n";
    expect(withColours(css, { colours: maple?.colours ?? new Map() })).toBe(
      "  --ink-soft: light-dark(#55352a, #e2c9bd);\n  --action: #ffd9c2;\n  --focus: #1d50dc;\n",
    );
  });

  it("keeps the theme of the brand that a style was drawn for", () => {
    for (const slug of ["funray", "rayzr"]) {
      const facts = factsOf(slug);
      expect(withColours(theme(facts.style), facts)).toBe(theme(facts.style));
    }
  });
});
