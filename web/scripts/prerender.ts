// Writes the HTML pages of one brand in one language: those that are known while building, and the shell of all others.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { LocaleKey } from "./brands.ts";
import { filesOf, type Manifest } from "./manifest.ts";
import { readScreens } from "./screens.ts";

/** The app as it is built for Node: src/app/entry-prerender.tsx. */
export interface PrerenderApp {
  brand: { name: string; themeColor: { light: string; dark: string } };
  render: (path: string, locale: LocaleKey) => Promise<string>;
  renderShell: (locale: LocaleKey) => string;
}

const screens = readScreens();

/** Pages that are known while building, with the source file of the page. */
const pages = screens
  .filter(({ isFront }) => isFront)
  .flatMap(({ page, addresses }) => addresses.map((address) => ({ ...address, page })));

/** Source files that a page loads lazily, so that the browser can fetch them all at once. */
function sourcesOf({ page, variant }: (typeof pages)[number], locale: LocaleKey): string[] {
  return variant === undefined ? [page] : [page, `${dirname(page)}/texts/${variant}.${locale}.md`];
}

/** Returns the file that serves an address: `_app` of a folder serves all addresses below it. */
function shellOf(path: string): string {
  return path.replace(/:.*/, "_app").replaceAll(/^\/|\/$/g, "");
}

const form = "src/areas/shop/purchase/PurchaseForm.tsx";

/** Pages that only the browser can draw, by file name, with the sources to preload. */
const shells: Record<string, string[]> = {
  _app: [],
  ...Object.fromEntries(
    screens
      .filter(({ area, isFront }) => area === "shop" && !isFront)
      .flatMap(({ page, addresses }) =>
        // The form of a purchase is a part of its own, which its pages load on demand.
        addresses.map(({ path }) => [shellOf(path), page.includes("/purchase/") ? [page, form] : [page]]),
      ),
  ),
};

const entry = "index.html";
const shopMap = "src/areas/shop/routes.ts";

const walletPages = screens.filter(({ page }) => page.startsWith("src/areas/wallet/cards/"));

/** The shell of the wallet: the code that its pages need at once, and the code that they load later. */
export const wallet = {
  names: walletPages.flatMap(({ addresses }) => addresses.map(({ path }) => shellOf(path))),
  atOnce: ["src/areas/wallet/routes.ts", "src/session/session.ts", ...walletPages.map(({ page }) => page)],
  later: [
    "src/areas/wallet/cards/CounterDialog.tsx",
    "src/areas/wallet/cards/GiftEnvelope.tsx",
    "src/session/live.ts",
  ],
};

/** React writes what belongs in the head before the first element of the body. */
export function splitHead(html: string): { head: string; body: string } {
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}

function replaceOnce(html: string, part: string, replacement: string): string {
  if (html.split(part).length !== 2) throw new Error(`index.html has ${part} exactly once`);
  return html.replace(part, () => replacement);
}

interface PageParts {
  locale: LocaleKey;
  head: string;
  body: string;
  /** Whether the body is a placeholder, which the app replaces instead of taking it over. */
  isShell?: boolean;
}

export function fillTemplate(template: string, { locale, head, body, isShell = false }: PageParts): string {
  const withLanguage = replaceOnce(template, '<html lang="en">', `<html lang="${locale}">`);
  const withHead = replaceOnce(withLanguage, "<title></title>", head);
  const root = isShell ? '<div id="root" data-shell>' : '<div id="root">';
  return replaceOnce(withHead, '<div id="root"></div>', `${root}${body}</div>`);
}

function fontsIn(assets: string[]): string[] {
  return assets.filter((file) => file.endsWith(".woff2"));
}

/** Fonts of every page. They are preloaded, because a page without them in time uses a fallback. */
function fontLinks(manifest: Manifest): string {
  return fontsIn(filesOf(manifest, [entry]).assets)
    .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`)
    .join("\n    ");
}

/** The code of a page with the map that leads to it. It comes after what every page waits for. */
function codeLinks(manifest: Manifest, sources: string[]): string {
  const known = filesOf(manifest, [entry]).scripts;
  return filesOf(manifest, [entry, ...sources])
    .scripts.filter((file) => !known.includes(file))
    .map((file) => `<link rel="modulepreload" href="/${file}" crossorigin>`)
    .join("\n    ");
}

/**
 * Links of the wallet's shell. They name every file of its pages, because the service worker caches the files that the HTML
 * names (src/sw.ts).
 */
function walletLinks(manifest: Manifest): string {
  const known = filesOf(manifest, [entry]);
  const needed = filesOf(manifest, [entry, ...wallet.atOnce]);
  const all = filesOf(manifest, [entry, ...wallet.atOnce, ...wallet.later]);
  const styles = needed.styles.filter((file) => !known.styles.includes(file));
  const named = new Set([...needed.scripts, ...needed.styles, ...fontsIn(known.assets)]);
  const later = [...all.scripts, ...all.styles, ...all.assets].filter((file) => !named.has(file));
  return [
    codeLinks(manifest, wallet.atOnce),
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}" crossorigin>`),
    ...later.map((file) => `<link rel="prefetch" href="/${file}">`),
  ].join("\n    ");
}

/**
 * Links that the page needs beyond those of the template: its own code and styles, and the fonts.
 */
function linksFor(manifest: Manifest, sources: string[]): string {
  const known = filesOf(manifest, [entry]);
  const needed = filesOf(manifest, [entry, ...sources]);
  const styles = needed.styles.filter((file) => !known.styles.includes(file));
  return [
    fontLinks(manifest),
    codeLinks(manifest, sources),
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}" crossorigin>`),
  ].join("\n    ");
}

function themeColors(colors: PrerenderApp["brand"]["themeColor"]): string {
  return Object.entries(colors)
    .map(([scheme, color]) => {
      return `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">`;
    })
    .join("\n    ");
}

/** Meta tags for previews of shared links, with the page's title and description. */
export function previewOf(head: string, brand: string): string {
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1];
  const said = { type: "website", site_name: brand, title, description };
  return Object.entries(said)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `<meta property="og:${name}" content="${text}">`)
    .join("\n    ");
}

interface Prerendering {
  app: PrerenderApp;
  locale: LocaleKey;
  template: string;
  manifest: Manifest;
  /** Where the pages of this language go. */
  folder: string;
}

export async function prerender({ app, locale, template, manifest, folder }: Prerendering): Promise<void> {
  await mkdir(folder, { recursive: true });
  const colors = themeColors(app.brand.themeColor);
  for (const page of pages) {
    const { path } = page;
    const { head, body } = splitHead(await app.render(path, locale));
    const lines = [
      head,
      previewOf(head, app.brand.name),
      colors,
      linksFor(manifest, sourcesOf(page, locale)),
    ];
    const parts = { locale, head: lines.join("\n    "), body };
    await writeFile(join(folder, `${path.slice(1) || "index"}.html`), fillTemplate(template, parts));
  }
  const shellHead = `<title>${app.brand.name}</title>\n    ${colors}\n    ${fontLinks(manifest)}`;
  const shell = fillTemplate(template, {
    locale,
    head: shellHead,
    body: app.renderShell(locale),
    isShell: true,
  });
  const writeShell = async (name: string, links: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, `${name}.html`), replaceOnce(shell, "</head>", `  ${links}\n  </head>`));
  };
  for (const [name, sources] of Object.entries(shells)) {
    // A brand without causes has no pages of them.
    if (!sources.every((source) => source in manifest)) continue;
    const links = sources.length === 0 ? "" : codeLinks(manifest, [shopMap, ...sources]);
    await writeShell(name, links);
  }
  for (const name of wallet.names) await writeShell(name, walletLinks(manifest));
}
