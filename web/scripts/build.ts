// Builds the web app into dist/: for every brand the browser's files and the prerendered pages of every language, and all
// of it compressed. A language has its own JavaScript; what is the same in both has the same name and is there once.
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type InlineConfig, type Rolldown } from "vite";
import { brands, factsOf, locales, type BrandFacts, type BrandKey, type Edition } from "./brands.ts";
import { KILOBYTE, visitsOf } from "./budget.ts";
import { planChunks } from "./chunks.ts";
import { refuseCircles } from "./circles.ts";
import { compressTree } from "./compress.ts";
import { builtMessages, compileForBuild } from "./i18n.ts";
import { lateVisits } from "./lateVisits.ts";
import { filesOf, readManifest, type Manifest } from "./manifest.ts";
import { prerender, type PrerenderApp } from "./prerender.ts";
import type { BudgetKind } from "./screens.ts";

const web = fileURLToPath(new URL("..", import.meta.url));

// A page names a hundred files: the shortest hash there is tells their versions apart as well, and weighs less.
const FILE_NAMES = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
};

/** vite.config.ts reads from the environment which edition it builds. */
async function buildEdition(
  { brand, locale }: Edition,
  options: InlineConfig["build"],
): Promise<Rolldown.RolldownOutput["output"]> {
  process.env["VITE_APP_KEY"] = brand;
  process.env["APP_LOCALE"] = locale ?? "";
  const built = await build({ root: web, logLevel: "warn", build: { ...options, emptyOutDir: false } });
  return (built as Rolldown.RolldownOutput).output;
}

/** Returns the scripts of a build. */
function scriptsOf(output: Rolldown.RolldownOutput["output"]): Rolldown.OutputChunk[] {
  return output.filter((file) => file.type === "chunk");
}

/** Bytes by which a plan errs: it can't know the names of exports, and heavy pages shrink with fewer files. */
const CORRECTIONS: Record<BudgetKind, number> = {
  public: 250,
  form: 400,
  staff: -1500,
  portal: 2500,
  unlimited: 0,
};

/** Bytes of other pages that code on demand may bring with it. */
const MAX_UNNEEDED_BYTES = 40_000;

/** Brand whose plan serves all: one with causes has all pages. */
const PLANNED_BRAND: BrandKey = brands.find((brand) => factsOf(brand).hasCauses) ?? brands[0] ?? "";

/** Plans the files from a build without a plan. Editions differ in texts and in the modules of their brand. */
async function planFiles(): Promise<ReadonlyMap<string, string>> {
  const output = await buildEdition({ brand: PLANNED_BRAND, locale: "en" }, { write: false });
  const stored = output.find(({ fileName }) => fileName === ".vite/manifest.json");
  if (stored?.type !== "asset") throw new Error("The build has no manifest");
  const manifest = JSON.parse(String(stored.source)) as Manifest;
  const pages = visitsOf(manifest);
  const visits = pages.map(({ sources, limits }) => ({
    files: new Set(filesOf(manifest, sources).scripts),
    maxBytes: limits.kilobytes * KILOBYTE + CORRECTIONS[limits.kind],
    maxFiles: limits.files,
  }));
  const scripts = scriptsOf(output);
  const sizes = new Map(scripts.map(({ fileName, code }) => [fileName, gzipSync(code).length]));
  const pieces = lateVisits(manifest, pages).map((files) => ({
    files,
    maxBytes: [...files].reduce((bytes, file) => bytes + (sizes.get(file) ?? 0), MAX_UNNEEDED_BYTES),
    maxFiles: Infinity,
  }));
  return planChunks(scripts, [...visits, ...pieces]);
}

async function buildPrerenderApp(brand: BrandKey, outDir: string): Promise<PrerenderApp> {
  await buildEdition({ brand }, { ssr: "src/app/entry-prerender.tsx", outDir, copyPublicDir: false });
  return (await import(pathToFileURL(join(outDir, "entry-prerender.js")).href)) as PrerenderApp;
}

/**
 * Builds the service worker into the root folder, because a worker controls only pages below its
 * own path.
 */
async function buildServiceWorker({ name, colours }: BrandFacts, outDir: string): Promise<void> {
  const mark = await readFile(join(outDir, "favicon.svg"), "utf8");
  const both = (key: string) => `light-dark(${colours.get(`light.${key}`)},${colours.get(`dark.${key}`)})`;
  const define = {
    "import.meta.env.BRAND_NAME": JSON.stringify(name),
    "import.meta.env.BRAND_MARK": JSON.stringify(mark),
    "import.meta.env.BRAND_COLOURS": JSON.stringify(
      [both("ground"), both("ink"), colours.get("action"), colours.get("action_ink")].join(" "),
    ),
  };
  const output = { entryFileNames: "sw.js" };
  const rolldownOptions = { input: join(web, "src/sw.ts"), output };
  const options = { outDir, emptyOutDir: false, rolldownOptions };
  await build({ root: web, configFile: false, logLevel: "warn", publicDir: false, define, build: options });
}

/** Returns the module of the planned brand in place of one that a brand has for itself. */
function plannedId(id: string, brand: BrandKey): string {
  const [own, planned] = [factsOf(brand), factsOf(PLANNED_BRAND)];
  return id
    .replace(`/src/brands/${own.style}/`, `/src/brands/${planned.style}/`)
    .replace(builtMessages(own), builtMessages(planned));
}

async function buildBrand(brand: BrandKey, plan: ReadonlyMap<string, string>): Promise<void> {
  const outDir = join(web, "dist", brand);
  const workDir = join(web, ".cache", "build", brand);
  const app = await buildPrerenderApp(brand, workDir);
  const planned = {
    name: (id: string) => plan.get(plannedId(id, brand)) ?? null,
    debugName: "plan",
    includeDependenciesRecursively: false,
  };
  const output = { ...FILE_NAMES, codeSplitting: { groups: [planned] } };

  for (const locale of locales) {
    refuseCircles(scriptsOf(await buildEdition({ brand, locale }, { outDir, rolldownOptions: { output } })));
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
  await buildServiceWorker(factsOf(brand), outDir);
  await compressTree(outDir);
}

process.env["NODE_ENV"] = "production";
await Promise.all(
  ["dist", ".cache/build"].map((folder) => rm(join(web, folder), { recursive: true, force: true })),
);
await compileForBuild(factsOf(PLANNED_BRAND));
const plan = await planFiles();
for (const brand of brands) {
  await compileForBuild(factsOf(brand));
  await buildBrand(brand, plan);
}
