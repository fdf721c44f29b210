// Builds the web app into dist/: for every brand the browser's files and the prerendered pages of every language, and all
// of it compressed. A language has its own JavaScript; what is the same in both has the same name and is there once.
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type InlineConfig } from "vite";
import { brands, locales, type BrandKey, type Edition } from "./brands.ts";
import { compressTree } from "./compress.ts";
import { compileForBuild } from "./i18n.ts";
import { readManifest } from "./manifest.ts";
import { prerender, type PrerenderApp } from "./prerender.ts";

const web = fileURLToPath(new URL("..", import.meta.url));

// A page names a hundred files: the shortest hash there is tells their versions apart as well, and weighs less.
const FILE_NAMES = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
};

/** vite.config.ts reads from the environment which edition it builds. */
async function buildEdition({ brand, locale }: Edition, options: InlineConfig["build"]): Promise<void> {
  process.env["VITE_APP_KEY"] = brand;
  process.env["APP_LOCALE"] = locale ?? "";
  await build({ root: web, logLevel: "warn", build: { ...options, emptyOutDir: false } });
}

async function buildPrerenderApp(brand: BrandKey, outDir: string): Promise<PrerenderApp> {
  await buildEdition({ brand }, { ssr: "src/app/entry-prerender.tsx", outDir, copyPublicDir: false });
  return (await import(pathToFileURL(join(outDir, "entry-prerender.js")).href)) as PrerenderApp;
}

/**
 * Builds the service worker into the root folder, because a worker controls only pages below its
 * own path.
 */
async function buildServiceWorker(name: string, outDir: string): Promise<void> {
  const mark = await readFile(join(outDir, "favicon.svg"), "utf8");
  const define = {
    "import.meta.env.BRAND_NAME": JSON.stringify(name),
    "import.meta.env.BRAND_MARK": JSON.stringify(mark),
  };
  const output = { entryFileNames: "sw.js" };
  const rolldownOptions = { input: join(web, "src/sw.ts"), output };
  const options = { outDir, emptyOutDir: false, rolldownOptions };
  await build({ root: web, configFile: false, logLevel: "warn", publicDir: false, define, build: options });
}

async function buildBrand(brand: BrandKey): Promise<void> {
  const outDir = join(web, "dist", brand);
  const workDir = join(web, ".cache", "build", brand);
  const app = await buildPrerenderApp(brand, workDir);

  for (const locale of locales) {
    await buildEdition({ brand, locale }, { outDir, rolldownOptions: { output: FILE_NAMES } });
    // The manifest and Vite's own index.html are material for pages, not for visitors.
    const manifestFile = join(workDir, `manifest.${locale}.json`);
    const templateFile = join(workDir, `index.${locale}.html`);
    await rename(join(outDir, ".vite", "manifest.json"), manifestFile);
    await rename(join(outDir, "index.html"), templateFile);
    await prerender({
      app,
      locale,
      template: await readFile(templateFile, "utf8"),
      manifest: await readManifest(manifestFile),
      folder: join(outDir, "pages", locale),
    });
  }
  await rm(join(outDir, ".vite"), { recursive: true });
  await buildServiceWorker(app.brand.name, outDir);
  await compressTree(outDir);
}

process.env["NODE_ENV"] = "production";
await Promise.all(
  ["dist", ".cache/build"].map((folder) => rm(join(web, folder), { recursive: true, force: true })),
);
await compileForBuild();
for (const brand of brands) await buildBrand(brand);
