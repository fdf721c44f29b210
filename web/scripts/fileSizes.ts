// Prints how the app is cut into files: `npm run file-sizes`, with `-- --list` also the short
// files that only one other file imports. Specs, test helpers and generated files don't count.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const SHORT_LINES = 25;
const src = join(import.meta.dirname, "../src");

const files = globSync("**/*.{ts,tsx}", { cwd: src }).filter(
  (file) => !/\.spec\.|\.d\.ts$|(^|\/)(testing|generated)\//.test(file),
);
const known = new Set(files);
const lines = new Map<string, number>();
const importers = new Map<string, Set<string>>();

function fileOf(specifier: string, importer: string): string | undefined {
  const path = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(importer), specifier);
  return ["", ".ts", ".tsx", "/index.ts"].map((end) => path + end).find((file) => known.has(file));
}

for (const file of files) {
  const text = readFileSync(join(src, file), "utf8");
  lines.set(file, text.split("\n").length - 1);
  for (const [, specifier = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"((?:@\/|\.\/)[^"]+)"/g)) {
    const imported = fileOf(specifier, file);
    if (imported !== undefined) importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
  }
}

const sizes = [...lines.values()].toSorted((a, b) => a - b);
const importedOnce = files.filter((file) => importers.get(file)?.size === 1);
const shortOnce = importedOnce.filter((file) => (lines.get(file) ?? 0) <= SHORT_LINES);

console.table({
  files: files.length,
  lines: sizes.reduce((sum, size) => sum + size, 0),
  "median lines": sizes[Math.floor(sizes.length / 2)],
  [`files up to ${SHORT_LINES} lines`]: sizes.filter((size) => size <= SHORT_LINES).length,
  "imported once": importedOnce.length,
  [`imported once, up to ${SHORT_LINES} lines`]: shortOnce.length,
});
if (process.argv.includes("--list"))
  for (const file of shortOnce) console.log(file, "←", ...(importers.get(file) ?? []));
