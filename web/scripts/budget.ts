// Fails if a page loads more JavaScript than its budget, measured after gzip.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brands, locales } from "./brands.ts";
import { chunksOf, filesOf, readManifest, type Manifest } from "./manifest.ts";

const KILOBYTE = 1000;

type Budgets = readonly (readonly [page: RegExp, kilobytes: number])[];

/** Budget of a page in kilobytes, by the first matching pattern. The style guide has none, because visitors don't see it. */
const ours: Budgets = [
  [/^src\/areas\/dev\//, Infinity],
  [/^src\/areas\/portal\//, 250],
  [/^src\/areas\/counter\//, 200],
  // Pages with a form.
  [/(FormPages?|RegistrationQuestionPage|ChoosePinPage)\.tsx$/, 170],
  [/^src\/areas\/(shop|account|wallet)\//, 150],
];

export interface PageWeight {
  page: string;
  kilobytes: number;
  budget: number;
}

function budgetOf(page: string, budgets: Budgets): number {
  const found = budgets.find(([pattern]) => pattern.test(page));
  if (!found) throw new Error(`No budget says how heavy ${page} may be: add its area to scripts/budget.ts`);
  return found[1];
}

/**
 * Returns the module that imports a page: a route map, or the entry, which is the map of all
 * visitors.
 */
function mapTo(page: string, manifest: Manifest): string {
  const map = Object.keys(manifest).find(
    (source) =>
      /^(index\.html|src\/app\/\w+Routes\.tsx)$/.test(source) &&
      chunksOf(manifest, source).some((chunk) => chunk.dynamicImports?.includes(page)),
  );
  if (!map) throw new Error(`No map of URLs in this build leads to ${page}`);
  return map;
}

/** The layout around a page: its area's own, or else the public one. With it the palette, where there is one. */
function layoutAround(page: string, sources: string[]): string[] {
  const layoutOf = (area: string) =>
    sources.find((source) => source.startsWith(`${area}/shell/`) && source.endsWith("Layout.tsx"));
  const area = page.split("/").slice(0, 3).join("/");
  const layout = layoutOf(area) ?? layoutOf("src/areas/shop");
  // The palette can be opened on each page of the area, so it counts for all of them.
  const palette = sources.find((source) => source === `${area}/shell/palette/Palette.tsx`);
  return [layout, palette].filter((source) => source !== undefined);
}

/** Measures every page of a build. `weigh` returns the transferred bytes of a built file. */
export function weighPages(
  manifest: Manifest,
  weigh: (file: string) => number,
  budgets: Budgets = ours,
): PageWeight[] {
  const sources = Object.keys(manifest);
  const total = (needed: string[]) =>
    filesOf(manifest, needed).scripts.reduce((sum, file) => sum + weigh(file), 0);

  return sources
    .filter((source) => /^src\/areas\/.*Pages?\.tsx$/.test(source))
    .map((page) => {
      const needed = ["index.html", mapTo(page, manifest), ...layoutAround(page, sources), page];
      // A page that shows one of several texts is as heavy as with the longest of them.
      const texts = sources.filter((source) => source.startsWith(`${dirname(page)}/texts/`));
      const heaviest = Math.max(total(needed), ...texts.map((text) => total([...needed, text])));
      return { page, kilobytes: heaviest / KILOBYTE, budget: budgetOf(page, budgets) };
    })
    .toSorted((a, b) => a.page.localeCompare(b.page));
}

export function describeWeights(weights: PageWeight[]): string {
  const rows = weights.map(({ page, kilobytes, budget }) => {
    const verdict = kilobytes > budget ? "OVER" : "ok";
    return `${verdict.padEnd(5)}${kilobytes.toFixed(1).padStart(6)} / ${String(budget).padEnd(9)}${page}`;
  });
  return ["     kB gzip / budget  page", ...rows].join("\n");
}

export function isOverBudget({ kilobytes, budget }: PageWeight): boolean {
  return kilobytes > budget;
}

async function main(): Promise<void> {
  const web = fileURLToPath(new URL("..", import.meta.url));
  for (const brand of brands) {
    for (const locale of locales) {
      const manifest = await readManifest(join(web, ".cache/build", brand, `manifest.${locale}.json`));
      const built = join(web, "dist", brand);
      const weights = weighPages(manifest, (file) => readFileSync(join(built, `${file}.gz`)).length);
      console.log(`\n${brand} ${locale}\n${describeWeights(weights)}`);
      if (weights.some(isOverBudget)) process.exitCode = 1;
    }
  }
}

if (import.meta.main) await main();
