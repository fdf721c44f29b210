import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Manifest } from "./manifest.ts";
import { fillTemplate, prerender, previewOf, splitHead, wallet } from "./prerender.ts";

const template = `<!doctype html>
<html lang="en">
  <head><title></title></head>
  <body><div id="root"></div></body>
</html>
`;

const legal = "src/areas/shop/front/legal";
const names = ["about", "privacy-policy", "eula", "terms-of-use", "shipping-policy", "refund-policy"];

const nameIn = (source: string) => /(\w+)\.tsx?$/.exec(source)?.[1] ?? "";
const walletSources = [...wallet.atOnce, ...wallet.later];

const manifest: Manifest = {
  ...Object.fromEntries(
    walletSources.map((source) => [source, { file: `assets/${nameIn(source)}.js`, imports: ["_vendor.js"] }]),
  ),
  "src/areas/wallet/cards/CardPage.tsx": { file: "assets/CardPage.js", css: ["assets/wallet.css"] },
  "index.html": {
    file: "assets/entry.js",
    imports: ["_vendor.js"],
    css: ["assets/entry.css"],
    assets: ["assets/text.woff2", "assets/art.svg"],
  },
  "_vendor.js": { file: "assets/vendor.js" },
  "src/areas/shop/routes.ts": { file: "assets/map.js" },
  "src/areas/shop/cart/CartPage.tsx": { file: "assets/cart.js", imports: ["_vendor.js"] },
  "src/areas/shop/front/landing/LandingPage.tsx": {
    file: "assets/landing.js",
    imports: ["_vendor.js"],
    css: ["assets/landing.css"],
  },
  [`${legal}/LegalPage.tsx`]: { file: "assets/legal.js" },
  ...Object.fromEntries(
    names.map((name) => [`${legal}/texts/${name}.fr.md`, { file: `assets/${name}.fr.js` }]),
  ),
};

const app = {
  brand: { name: "FunRay", themeColor: { light: "#fff", dark: "#000" } },
  render: async (path: string, locale: string) => `<title>${path}</title><main>${locale} ${path} $&</main>`,
  renderShell: (locale: string) => `<header>${locale}</header>`,
};

describe("splitHead", () => {
  it("separates the elements of the head from the body", () => {
    const head = '<title>A · B</title><meta name="description" content="C"/>';
    const body = "<div><title>in a picture</title></div>";
    expect(splitHead(head + body)).toEqual({ head, body });
    expect(splitHead(body)).toEqual({ head: "", body });
  });
});

describe("previewOf", () => {
  it("uses the title and description of the page's head", () => {
    const head = '<title>About · FunRay</title><meta name="description" content="Who we are &amp; why"/>';
    expect(previewOf(head, "FunRay").split(/\n\s*/)).toEqual([
      '<meta property="og:type" content="website">',
      '<meta property="og:site_name" content="FunRay">',
      '<meta property="og:title" content="About · FunRay">',
      '<meta property="og:description" content="Who we are &amp; why">',
    ]);
    expect(previewOf("<title>Terms</title>", "FunRay")).not.toContain("description");
  });
});

describe("fillTemplate", () => {
  it("refuses a template without a place to fill", () => {
    const parts = { locale: "fr", head: "", body: "" } as const;
    expect(() => fillTemplate(template.replace("<title></title>", ""), parts)).toThrow(/title/);
    expect(() => fillTemplate(template.replace("root", "app"), parts)).toThrow(/root/);
  });
});

describe("prerender", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "prerender-"));
    await prerender({ app, locale: "fr", template, manifest, folder });
  });

  afterEach(() => rm(folder, { recursive: true }));

  const read = (file: string) => readFile(join(folder, file), "utf8");

  it("writes the pages that the server looks for", async () => {
    expect((await readdir(folder)).toSorted()).toEqual([
      "_app.html",
      "about.html",
      "checkout-less.html",
      "eula-page.html",
      "index.html",
      "my-cart.html",
      "privacy-policy.html",
      "refund-only.html",
      "shipping-only.html",
      "term-of-use.html",
      "transactions",
      "transactions.html",
    ]);
    expect(await readdir(join(folder, "transactions"))).toEqual(["_app.html"]);
  });

  it("writes each page in its language, whatever characters its text has", async () => {
    const page = await read("about.html");
    expect(page).toContain('<html lang="fr">');
    expect(page).toContain('<div id="root"><main>fr /about $&</main></div>');
    expect(page).toContain("<title>/about</title>");
    expect(page).toContain('content="#000" media="(prefers-color-scheme: dark)"');
  });

  it("preloads what the page needs, and nothing else", async () => {
    const hrefs = [...(await read("index.html")).matchAll(/<link rel="(\w+)" href="([^"]+)"/g)];
    expect(hrefs.map(([, rel, href]) => `${rel} ${href}`)).toEqual([
      "preload /assets/text.woff2",
      "modulepreload /assets/landing.js",
      "stylesheet /assets/landing.css",
    ]);
    expect(await read("refund-only.html")).toContain('href="/assets/refund-policy.fr.js"');
  });

  it("preloads the code of a page that the app draws, after the code of all pages", async () => {
    const page = await read("my-cart.html");
    expect(page).toContain('<div id="root" data-shell><header>fr</header></div>');
    const hrefs = [...page.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual(["/assets/map.js", "/assets/cart.js"]);
    expect(page.indexOf(hrefs[0] ?? "")).toBeGreaterThan(page.indexOf("<title>"));
  });

  it("names all files of the wallet's pages, each once, so that the service worker can cache them", async () => {
    const page = await read("transactions.html");
    const hrefs = [...page.matchAll(/<link rel="([\w]+)" href="([^"]+)"/g)].map(
      ([, rel, href]) => `${rel} ${href}`,
    );
    expect(hrefs).toEqual([
      "preload /assets/text.woff2",
      ...wallet.atOnce.map((source) => `modulepreload /assets/${nameIn(source)}.js`),
      "stylesheet /assets/wallet.css",
      ...wallet.later.map((source) => `prefetch /assets/${nameIn(source)}.js`),
      "prefetch /assets/art.svg",
    ]);
    expect(await read("transactions/_app.html")).toBe(page);
  });

  it("names the code that the wallet's pages load for use without a network", async () => {
    const source = await readFile(
      new URL("../src/areas/wallet/cards/offlineWallet.ts", import.meta.url),
      "utf8",
    );
    const loaded = [...source.matchAll(/^ {4}import\("(?:@\/|\.\/)([^"]+)"\)/gm)].map(
      ([, path = ""]) => path,
    );
    expect(loaded.length).toBeGreaterThan(3);
    for (const path of loaded)
      expect(
        walletSources.some((known) => known.includes(`/${path}.ts`)),
        path,
      ).toBe(true);
  });

  it("writes a placeholder for all other addresses, which the app replaces", async () => {
    const page = await read("_app.html");
    expect(page).toContain('<div id="root" data-shell><header>fr</header></div>');
    expect(page).toContain("<title>FunRay</title>");
    expect(page).toContain('<link rel="preload" href="/assets/text.woff2" as="font"');
  });
});
