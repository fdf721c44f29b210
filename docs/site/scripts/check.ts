// Checks the pages of the site without building it: `make test-web`. Needs nothing but Node.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Page, pages, titleOf, withoutCode } from "./documents.ts";
import { sections } from "./navigation.ts";
import { alerts } from "./reference/alerts.ts";
import { auditActions } from "./reference/audit.ts";
import { commandNames } from "./reference/commands.ts";
import { errorCodes } from "./reference/errors.ts";
import { events } from "./reference/events.ts";
import { registeredNames } from "./reference/metrics.ts";
import { generated, referenceFolder } from "./reference/pages.ts";
import { settingNames } from "./reference/settings.ts";
import { find, matches, pagesFolder, read, resolveLink, root } from "./repository.ts";

const faults: string[] = [];

function requireThat(isRight: boolean, fault: string): void {
  if (!isRight) faults.push(fault);
}

function checkGenerated(): void {
  for (const [name, page] of Object.entries(generated)) {
    const file = join(root, referenceFolder, name);
    const isCurrent = existsSync(file) && readFileSync(file, "utf8") === page();
    requireThat(isCurrent, `${referenceFolder}/${name} is out of date: run make reference`);
  }
}

/** Checks that each name of a registry has an entry: a heading, or a row of a table. */
function checkEntries(page: string, names: string[], least: number): void {
  const file = `${referenceFolder}/${page}`;
  const text = existsSync(join(root, file)) ? read(file) : "";
  const hasEntry = (name: string) =>
    new RegExp(`^(?:#+ |\\| [\`[])${name}(?:_total|_info)?(?:$|[\`\\]])`, "m").test(text);
  for (const name of names)
    requireThat(hasEntry(name), `${file} has no entry for ${name}: run make reference`);
  requireThat(
    names.length >= least,
    `only ${names.length} names were found for ${file}: its source has another form`,
  );
}

/** Returns the anchor that Markdown renderers make from a heading. */
function anchorOf(heading: string): string {
  const kept = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "");
  return kept.replaceAll(" ", "-");
}

function checkLinks(page: Page): void {
  for (const [, , link = ""] of matches(withoutCode(page.text), /\[([^\]]*)\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? page.source : resolveLink(page.source, path);
    const isThere = existsSync(join(root, file));
    requireThat(isThere, `${page.source} links to ${link}, which does not exist`);
    if (!isThere || anchor === undefined) continue;
    const headings = matches(read(file), /^#+ (.*)$/gm).map(([, heading = ""]) => anchorOf(heading));
    requireThat(headings.includes(anchor), `${page.source} links to ${link}, a heading that does not exist`);
  }
}

const maxPictureBytes = 60_000;

function checkPictures(): void {
  for (const file of find(`${pagesFolder}/**/*.{png,webp}`)) {
    const { size } = statSync(join(root, file));
    requireThat(size <= maxPictureBytes, `${file} has ${size} bytes, at most ${maxPictureBytes}`);
  }
}

const maxWords = 30;

/** Checks pages that are written by hand: a title, and sentences that are read at once. */
function checkText({ source, text }: Page): void {
  requireThat(text.startsWith("# "), `${source} must begin with its title`);
  requireThat(titleOf(text) !== "", `${source} has no title`);
  const paragraphs = withoutCode(text).split(/\n\n|\n(?=[-*|#]|\d+\. )/);
  for (const paragraph of paragraphs.filter((part) => !part.trim().startsWith("|"))) {
    for (const sentence of paragraph.split(/(?<=[.?!:])\s/)) {
      const count = sentence.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
      requireThat(
        count <= maxWords,
        `${source}: ${count} words in one sentence: ${sentence.trim().slice(0, 80)}…`,
      );
    }
  }
}

/** Checks that the sidebar leads to each page, and that each French page has an English one. */
function checkNavigation(all: Page[]): void {
  const paths = new Set(all.map(({ path }) => path));
  const listed = sections.flatMap((section) => section.pages);
  const isFolder = (path: string) => path.endsWith("/*");
  for (const path of listed.filter((one) => !isFolder(one)))
    requireThat(paths.has(path), `the sidebar lists ${path}, which does not exist`);
  const inFolder = (path: string) => listed.some((one) => isFolder(one) && path.startsWith(one.slice(0, -1)));
  for (const path of paths) {
    const english = path.replace(/^fr\//, "");
    requireThat(
      listed.includes(english) || inFolder(english),
      `${path} is not in the sidebar (scripts/navigation.ts)`,
    );
    requireThat(paths.has(english), `${path} has no English page`);
  }
  const french = listed.filter((path) => /^(shops|causes)\/|^index$/.test(path));
  for (const path of french) requireThat(paths.has(`fr/${path}`), `${path} has no French page`);
}

const all = pages();
checkGenerated();
checkEntries("settings.md", settingNames(), 100);
checkEntries(
  "commands.md",
  commandNames().map((name) => `funray ${name}`),
  15,
);
checkEntries("errors.md", errorCodes(), 80);
checkEntries("metrics.md", registeredNames(), 40);
checkEntries(
  "events.md",
  events().map(({ name }) => name),
  4,
);
checkEntries(
  "alerts.md",
  alerts().map(({ name }) => name),
  16,
);
checkEntries("audit.md", auditActions(), 100);
checkNavigation(all);
checkPictures();
for (const page of all) checkLinks(page);
for (const page of all.filter(
  ({ source }) => source.startsWith(pagesFolder) && !source.startsWith(referenceFolder),
))
  checkText(page);

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`documentation: ${all.length} pages`);
