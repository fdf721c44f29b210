import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("..", import.meta.url));

// Up to 4, a piece orders what it is made of; whatever lies over the page takes its place from tokens.css.
const LITERAL = /z-index: (?:[5-9]|\d{2,})|(?<![\w-])z-(?:[5-9]|\d{2,})(?![\w-])/;

it("z-index: what lies over the page is named in tokens.css", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.spec)\.(css|tsx)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => LITERAL.test(readFileSync(src + file, "utf8")))).toEqual([]);
});
