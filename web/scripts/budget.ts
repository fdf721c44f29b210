// Fails if a page loads more JavaScript than its budget, measured after gzip.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brands, locales } from "./brands.ts";
import { gzipSizesIn } from "./compress.ts";
import { filesOf, readManifest, type Manifest } from "./manifest.ts";
import { readScreens, type BudgetKind, type DeclaredScreen } from "./screens.ts";

const KILOBYTE = 1000;

/** Budgets in kilobytes, by the kind of page that its `route.ts` declares. */
const limits: Record<BudgetKind, number> = {
  public: 150,
  form: 170,
  staff: 200,
  portal: 250,
  // The style guide, which visitors don't see.
  unlimited: Infinity,
};

interface PageWeight {
  page: string;
  kilobytes: number;
  budget: number;
}

/** Returns the sources that a page needs besides itself: the entry, its area's routes, and its layouts. */
function around({ area, layouts, isAlone, isFront }: DeclaredScreen): string[] {
  // The palette can be opened on each page of the portal, so it counts for all of them.
  const isInPortal = layouts.some((layout) => layout.startsWith("src/areas/portal/shell/"));
  return [
    "index.html",
    ...(isFront ? [] : [`src/areas/${area}/routes.ts`]),
    ...(isAlone ? layouts : ["src/areas/shop/shell/PublicLayout.tsx", ...layouts]),
    ...(isInPortal ? ["src/areas/portal/shell/palette/Palette.tsx"] : []),
  ];
}

/** Measures every page of a build. `weigh` returns the transferred bytes of a built file. */
export function weighPages(
  manifest: Manifest,
  weigh: (file: string) => number,
  screens: readonly DeclaredScreen[] = readScreens(),
): PageWeight[] {
  const sources = Object.keys(manifest);
  const total = (needed: string[]) =>
    filesOf(
      manifest,
      // A layout that the entry includes has no file of its own.
      needed.filter((source) => source in manifest),
    ).scripts.reduce((sum, file) => sum + weigh(file), 0);

  const weights = screens
    // A brand without causes has no pages of them, and a release has no style guide.
    .filter(({ page }) => page in manifest)
    .map((screen) => {
      const { page, budget } = screen;
      const needed = [...around(screen), page];
      // A page that shows one of several texts is as heavy as with the longest of them.
      const texts = sources.filter((source) => source.startsWith(`${dirname(page)}/texts/`));
      const heaviest = Math.max(total(needed), ...texts.map((text) => total([...needed, text])));
      return { page, kilobytes: heaviest / KILOBYTE, budget: limits[budget] };
    });
  // A page of several screens counts where it is heaviest.
  const heaviestOf = new Map<string, PageWeight>();
  for (const weight of weights.toSorted((a, b) => a.kilobytes - b.kilobytes))
    heaviestOf.set(`${weight.page} ${weight.budget}`, weight);
  return [...heaviestOf.values()].toSorted((a, b) => a.page.localeCompare(b.page));
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
      const weights = weighPages(manifest, gzipSizesIn(built));
      console.log(`\n${brand} ${locale}\n${describeWeights(weights)}`);
      if (weights.some(isOverBudget)) process.exitCode = 1;
    }
  }
}

if (import.meta.main) await main();
