// Fails if a first visit to a page loads more JavaScript than its budget, measured after gzip, or in too many files.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brands, locales } from "./brands.ts";
import { gzipSizesIn } from "./compress.ts";
import { filesOf, readManifest, type Manifest } from "./manifest.ts";
import { readScreens, type BudgetKind, type DeclaredScreen } from "./screens.ts";

export const KILOBYTE = 1000;

interface Limits {
  kind: BudgetKind;
  kilobytes: number;
  files: number;
}

/** Budgets by the kind of page that its `route.ts` declares. */
const limits: Record<BudgetKind, Limits> = {
  public: { kind: "public", kilobytes: 150, files: 15 },
  form: { kind: "form", kilobytes: 170, files: 15 },
  staff: { kind: "staff", kilobytes: 200, files: 15 },
  portal: { kind: "portal", kilobytes: 250, files: 15 },
  // The style guide, which visitors don't see.
  unlimited: { kind: "unlimited", kilobytes: Infinity, files: Infinity },
};

/** A first visit to a page. */
export interface PageVisit {
  page: string;
  /** Source files that it loads at once. */
  sources: string[];
  limits: Limits;
}

interface PageWeight {
  page: string;
  kilobytes: number;
  files: number;
  limits: Limits;
}

/** Returns the sources that a page needs besides itself: the entry, its area's routes, and its layouts. */
function around({ area, layouts, isAlone, isFront }: DeclaredScreen): string[] {
  return [
    "index.html",
    ...(isFront ? [] : [`src/areas/${area}/routes.ts`]),
    ...(isAlone ? layouts : ["src/areas/shop/shell/PublicLayout.tsx", ...layouts]),
  ];
}

/** Returns the first visits to all pages of a build. A page that shows one of several texts has a visit for each. */
export function visitsOf(
  manifest: Manifest,
  screens: readonly DeclaredScreen[] = readScreens(),
): PageVisit[] {
  const sources = Object.keys(manifest);
  return (
    screens
      // A brand without causes has no pages of them, and a release has no style guide.
      .filter(({ page }) => page in manifest)
      .flatMap((screen) => {
        const { page, budget } = screen;
        // A layout that the entry includes has no file of its own.
        const needed = [...around(screen), page].filter((source) => source in manifest);
        const texts = sources.filter((source) => source.startsWith(`${dirname(page)}/texts/`));
        const shown = texts.length > 0 ? texts.map((text) => [text]) : [[]];
        return shown.map((text) => ({ page, sources: needed.concat(text), limits: limits[budget] }));
      })
  );
}

/** Measures every page of a build. `weigh` returns the transferred bytes of a built file. */
export function weighPages(
  manifest: Manifest,
  weigh: (file: string) => number,
  screens?: readonly DeclaredScreen[],
): PageWeight[] {
  const weights = new Map<string, PageWeight>();
  for (const { page, sources, limits: limit } of visitsOf(manifest, screens)) {
    const scripts = [...new Set(filesOf(manifest, sources).scripts)];
    const kilobytes = scripts.reduce((sum, file) => sum + weigh(file), 0) / KILOBYTE;
    // A page of several visits counts where it is heaviest.
    const key = `${page} ${limit.kilobytes}`;
    const { kilobytes: heaviest = 0, files: most = 0 } = weights.get(key) ?? {};
    weights.set(key, {
      page,
      kilobytes: Math.max(kilobytes, heaviest),
      files: Math.max(scripts.length, most),
      limits: limit,
    });
  }
  return [...weights.values()].toSorted((a, b) => a.page.localeCompare(b.page));
}

export function describeWeights(weights: PageWeight[]): string {
  const rows = weights.map((weight) => {
    const { page, kilobytes, files, limits: limit } = weight;
    const verdict = isOverBudget(weight) ? "OVER" : "ok";
    const size = `${kilobytes.toFixed(1).padStart(6)} / ${String(limit.kilobytes).padEnd(8)}`;
    return `${verdict.padEnd(5)}${size}${String(files).padStart(3)} / ${String(limit.files).padEnd(4)}${page}`;
  });
  return ["     kB gzip / budget  files       page", ...rows].join("\n");
}

export function isOverBudget({ kilobytes, files, limits: limit }: PageWeight): boolean {
  return kilobytes > limit.kilobytes || files > limit.files;
}

async function main(): Promise<void> {
  const web = fileURLToPath(new URL("..", import.meta.url));
  for (const brand of brands) {
    for (const locale of locales) {
      const manifest = await readManifest(join(web, ".cache/build", brand, `manifest.${locale}.json`));
      const built = join(web, "dist", brand);
      const weights = weighPages(manifest, gzipSizesIn(built));
      console.log(`\n${brand} ${locale}\n${describeWeights(weights)}`);
      if (weights.some(isOverBudget)) process.exitCode = 1;
    }
  }
}

if (import.meta.main) await main();
