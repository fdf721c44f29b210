import { expect, it } from "vitest";

type Sources = Record<string, string>;

const sources: Sources = import.meta.glob(["/src/**/*.{css,tsx}", "!/src/**/*.spec.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});

// Up to 4, a piece orders what it is made of; whatever lies over the page takes its place from tokens.css.
const LITERAL = /z-index: (?:[5-9]|\d{2,})|(?<![\w-])z-(?:[5-9]|\d{2,})(?![\w-])/;

it("z-index: what lies over the page is named in tokens.css", () => {
  expect(Object.keys(sources).filter((file) => LITERAL.test(sources[file] ?? ""))).toEqual([]);
});
