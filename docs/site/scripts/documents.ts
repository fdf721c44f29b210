// All pages of the site: those of its own folder, and the documents of the repository that it includes.
import { includedDocuments } from "./navigation.ts";
import { find, pagesFolder, read } from "./repository.ts";

export type Page = { source: string; path: string; text: string };

/** Path in the site of each document, by its path in the repository. */
export function sitePaths(): Map<string, string> {
  const paths = includedDocuments();
  for (const source of find(`${pagesFolder}/**/*.md`))
    paths.set(source, source.slice(pagesFolder.length + 1, -".md".length));
  return paths;
}

/** Pages with text. Folders, and the README whose place the front page takes, only have a path for links. */
export function pages(): Page[] {
  const taken = new Set(
    find(`${pagesFolder}/**/*.md`).map((source) => source.slice(pagesFolder.length + 1, -".md".length)),
  );
  return [...sitePaths()]
    .filter(
      ([source, path]) => source.endsWith(".md") && (source.startsWith(pagesFolder) || !taken.has(path)),
    )
    .map(([source, path]) => ({ source, path, text: read(source) }));
}

/** Splits a text at its code blocks: every second part is code. */
export const withoutCode = (text: string) =>
  text
    .split(/^```.*$/m)
    .filter((_, at) => at % 2 === 0)
    .join("\n");

/** Returns the title of a page: its first heading. */
export const titleOf = (text: string) => (/^# (.*)$/m.exec(text)?.[1] ?? "").replaceAll("`", "");
