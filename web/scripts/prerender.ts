// Writes the HTML pages of one brand in one language: those that are known while building, and the shell of all others.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { paths } from "../src/paths.ts";
import type { LocaleKey } from "./brands.ts";
import { filesOf, type Manifest } from "./manifest.ts";

interface PrerenderedPage {
  path: string;
  /** Source files that its route loads lazily, so that the browser can fetch them all at once. */
  sources: (locale: LocaleKey) => string[];
}

/** The app as it is built for Node: src/app/entry-prerender.tsx. */
export interface PrerenderApp {
  brand: { name: string; themeColor: { light: string; dark: string } };
  render: (path: string, locale: LocaleKey) => Promise<string>;
  renderShell: (locale: LocaleKey) => string;
}

const legal = "src/areas/shop/front/legal";

function legalPage(path: string, text: string): PrerenderedPage {
  return {
    path,
    sources: (locale) => [`${legal}/LegalPage.tsx`, `${legal}/texts/${text}.${locale}.md`],
  };
}

const pages: PrerenderedPage[] = [
  { path: paths.home(), sources: () => ["src/areas/shop/front/landing/LandingPage.tsx"] },
  legalPage(paths.about(), "about"),
  legalPage(paths.privacyPolicy(), "privacy-policy"),
  legalPage(paths.eula(), "eula"),
  legalPage(paths.termsOfUse(), "terms-of-use"),
  legalPage(paths.shippingPolicy(), "shipping-policy"),
  legalPage(paths.refundPolicy(), "refund-policy"),
];

/**
 * Pages that only the browser can draw, by file name, with the sources to preload. `_app` of a
 * folder serves all addresses below it.
 */
const shells: Record<string, string[]> = {
  _app: [],
  "shop-vendors": ["vendors/ShopPage.tsx"],
  "shop-vendors/list": ["vendors/VendorListPage.tsx"],
  "shop-vendors/detail/_app": ["vendors/VendorPage.tsx"],
  "shop-vendors/rayzr-card/_app": ["purchase/LocalCardFormPage.tsx", "purchase/PurchaseForm.tsx"],
  "shop-vendors/funray-card/_app": ["purchase/CharityCardFormPage.tsx", "purchase/PurchaseForm.tsx"],
  charities: ["charities/CharityListPage.tsx"],
  "charities/_app": ["charities/CharityPage.tsx"],
  search: ["search/SearchPage.tsx"],
  "my-cart": ["cart/CartPage.tsx"],
};

const entry = "index.html";
const shopMap = "src/areas/shop/routes.ts";

/** The shell of the wallet: the code that its pages need at once, and the code that they load later. */
export const wallet = {
  names: ["transactions", "transactions/_app"],
  atOnce: [
    "src/areas/wallet/routes.ts",
    "src/session/session.ts",
    ...["WalletPage", "CardPage"].map((page) => `src/areas/wallet/cards/${page}.tsx`),
  ],
  later: [
    "src/areas/wallet/cards/CounterDialog.tsx",
    "src/lib/newRelease.ts",
    "src/session/live.ts",
    "src/shared/page/errorPages.ts",
    "src/ui/overlay/Toaster.tsx",
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
  for (const { path, sources } of pages) {
    const { head, body } = splitHead(await app.render(path, locale));
    const lines = [head, previewOf(head, app.brand.name), colors, linksFor(manifest, sources(locale))];
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
  for (const [name, pieces] of Object.entries(shells)) {
    const sources = pieces.map((piece) => `src/areas/shop/${piece}`);
    // A brand without causes has no pages of them.
    if (!sources.every((source) => source in manifest)) continue;
    const links = sources.length === 0 ? "" : codeLinks(manifest, [shopMap, ...sources]);
    await writeShell(name, links);
  }
  for (const name of wallet.names) await writeShell(name, walletLinks(manifest));
}
