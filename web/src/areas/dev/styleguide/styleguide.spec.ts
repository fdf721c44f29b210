// Each component must be in the style guide, because the accessibility check covers only that page.
import { describe, expect, it } from "vitest";

type Sources = Record<string, string>;

const chapters: Sources = import.meta.glob("./*.tsx", { query: "?raw", import: "default", eager: true });
const kit: Sources = import.meta.glob("/src/ui/**/*.tsx", { query: "?raw", import: "default", eager: true });
const drawings: Sources = import.meta.glob("/src/brands/*/art/scenes.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

const shownText = Object.values(chapters).join("\n");

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found);
}

/** Returns the name of a kit file, such as "form/Button". */
function nameOf(file: string): string {
  return file.replace("/src/ui/", "").replace(".tsx", "");
}

const pieces = new Map(
  Object.entries(kit)
    .filter(([file]) => !file.endsWith(".spec.tsx"))
    .map(([file, text]) => [nameOf(file), text]),
);

/** Components without a look of their own: they only load others. */
const unseen = new Set(["overlay/LateToaster", "layout/lazyPiece"]);

/** Returns the components in the chapters, and those that they are made of. */
function shownPieces(): Set<string> {
  const shown = new Set<string>();
  const show = (name: string) => {
    const text = pieces.get(name);
    if (text === undefined || shown.has(name)) return;
    shown.add(name);
    const folder = name.replace(/[^/]*$/, "");
    for (const part of matchesOf(text, /["']\.\/(\w+)["']/g)) show(folder + part);
    for (const part of matchesOf(text, /["']@\/ui\/([\w/]+)["']/g)) show(part);
  };
  for (const name of matchesOf(shownText, /["']@\/ui\/([\w/]+)["']/g)) show(name);
  return shown;
}

describe("the style guide", () => {
  it("shows every component of the kit", () => {
    const shown = shownPieces();
    expect(pieces.size).toBeGreaterThan(30);
    expect([...pieces.keys()].filter((name) => !shown.has(name) && !unseen.has(name))).toEqual([]);
  });

  it("shows every scene of both brands", () => {
    const shown = new Set(matchesOf(shownText, /scene="([\w-]+)"/g));
    const drawn = new Set(matchesOf(Object.values(drawings).join("\n"), /<g id="([\w-]+)"/g));
    expect(drawn.size).toBeGreaterThan(5);
    expect([...drawn].filter((name) => !shown.has(name))).toEqual([]);
  });
});
