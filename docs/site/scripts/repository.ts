// Files of the repository, for the scripts of this site. These scripts need nothing but Node.
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

export const root = join(import.meta.dirname, "../../..");

/** Folder of the pages that are written by hand or generated, as a path in the repository. */
export const pagesFolder = "docs/site/pages";

/** Reads a text file by its path in the repository. */
export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Lists files by a pattern, as sorted paths in the repository. */
export function find(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).toSorted();
}

/** Resolves a relative link of a document to a path in the repository. */
export function resolveLink(document: string, link: string): string {
  return posix.normalize(posix.join(posix.dirname(document), link)).replace(/\/$/, "");
}

/** Formats rows as a Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Returns all matches of a pattern, each with its groups. */
export function matches(text: string, pattern: RegExp): string[][] {
  return [...text.matchAll(pattern)].map((match) => [...match].map((group) => group ?? ""));
}
