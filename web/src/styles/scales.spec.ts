import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("..", import.meta.url));

it.each([
  [
    "z-index: what lies over the page is named in tokens.css; up to 4, a piece orders what it is made of",
    /z-index: (?:[5-9]|\d{2,})|(?<![\w-])z-(?:[5-9]|\d{2,})(?![\w-])/,
  ],
  [
    "type scale: sizes are named in tokens.css; only what grows with its place, and digits in a badge, has its own",
    /font-size: [\d.]+rem|(?<![\w-])text-\[[\d.]+(?:px|rem)\]/,
  ],
  [
    "spacing scale: distances lie on half steps of the grid; below one step they may be hairlines",
    /(?:padding|margin|gap)(?:-[a-z-]+)?:[^;]*(?<![\d.])(?:[5-9]|\d{2,})(?<=[13579])px/,
  ],
])("%s", (_, literal) => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.spec)\.(css|tsx)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => literal.test(readFileSync(src + file, "utf8")))).toEqual([]);
});

it("base.css: a title in capitals is shown with one capital", () => {
  const rule =
    /\.sentence-case \{\s+text-transform: lowercase;\s+&::first-letter \{\s+text-transform: uppercase;/;
  expect(readFileSync(`${src}styles/base.css`, "utf8")).toMatch(rule);
});
