// Assembles the files that Astro builds: pages with titles and links of the site in `src/content/docs`, and the icon.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Page, pages, sitePaths, titleOf } from "./documents.ts";
import { apiPages } from "./reference/api.ts";
import { resolveLink, root } from "./repository.ts";

const target = join(import.meta.dirname, "../src/content/docs");
const base = (process.env["SITE_BASE"] ?? "/").replace(/\/?$/, "/");
const paths = sitePaths();

const urlOf = (path: string) =>
  base +
  path
    .replace(/(^|\/)index$/, "$1")
    .replace(/(?<!\/)$/, "/")
    .replace(/^\/$/, "");

function writePage(path: string, text: string): void {
  const file = join(target, `${path}.md`);
  mkdirSync(dirname(file), { recursive: true });
  const isLong = path.startsWith("reference/");
  const contents = isLong ? "tableOfContents: { maxHeadingLevel: 2 }\n" : "";
  const body = text.replace(/^# .*\n+/m, "");
  writeFileSync(file, `---\ntitle: ${JSON.stringify(titleOf(text))}\n${contents}---\n\n${body}`);
}

/** Turns a link to a file into a link of the site, and a picture into a copy beside the page. */
function convertLink(page: Page, mark: string, label: string, link: string): string {
  if (/^[a-z]+:|^#/.test(link)) return `${mark}[${label}](${link})`;
  const [file = "", anchor] = link.split("#");
  const source = resolveLink(page.source, file);
  if (mark === "!") {
    const name = basename(source);
    const folder = join(target, dirname(page.path));
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(root, source), join(folder, name));
    return `![${label}](./${name})`;
  }
  const path = paths.get(source);
  // A file of the source has no page. Its name must be enough.
  if (path === undefined)
    return label.startsWith("`") || label === source ? label : `${label} (\`${source}\`)`;
  const isFrench = page.path.startsWith("fr/");
  const url = urlOf(isFrench && !path.startsWith("fr/") ? `fr/${path}` : path);
  return `[${label}](${url}${anchor === undefined ? "" : `#${anchor}`})`;
}

function convert(page: Page): string {
  // Code blocks are the odd parts, and contain no links.
  const parts = page.text.split(/(^```[\s\S]*?^```$)/m);
  const links = /(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g;
  const converted = parts.map((part, at) =>
    at % 2 === 1
      ? part
      : part.replaceAll(links, (_, mark: string, label: string, link: string) =>
          convertLink(page, mark, label, link),
        ),
  );
  return converted.join("");
}

rmSync(target, { recursive: true, force: true });
for (const page of pages()) writePage(page.path, convert(page));
for (const [name, text] of Object.entries(apiPages())) writePage(`reference/api/${name}`, text);
const icons = join(import.meta.dirname, "../public");
mkdirSync(icons, { recursive: true });
copyFileSync(join(root, "web/public/funray/favicon.svg"), join(icons, "favicon.svg"));
