import { describe, expect, it } from "vitest";
import { describeWeights, isOverBudget, weighPages } from "./budget.ts";
import type { Manifest } from "./manifest.ts";

const landing = "src/areas/public/landing/LandingPage.tsx";
const legal = "src/areas/public/legal/LegalPage.tsx";
const users = "src/areas/admin/users/UserListPage.tsx";

/** The shape of a real build: an entry, two layouts, pages that share a chunk, texts of which one is shown. */
const manifest: Manifest = {
  "index.html": { file: "entry.js", src: "index.html", isEntry: true, imports: ["_vendor.js"] },
  "_vendor.js": { file: "vendor.js" },
  "_shared.js": { file: "shared.js", imports: ["_vendor.js"] },
  "src/areas/public/shell/PublicLayout.tsx": { file: "public-layout.js", isDynamicEntry: true },
  "src/areas/admin/shell/AdminLayout.tsx": { file: "admin-layout.js", isDynamicEntry: true },
  [landing]: {
    file: "landing.js",
    imports: ["_shared.js"],
    dynamicImports: ["src/areas/public/shell/ContactDialog.tsx"],
  },
  "src/areas/public/shell/ContactDialog.tsx": { file: "dialog.js", isDynamicEntry: true },
  [legal]: { file: "legal.js", imports: ["_shared.js"] },
  "src/areas/public/legal/texts/about.en.md": { file: "short.js" },
  "src/areas/public/legal/texts/eula.en.md": { file: "long.js" },
  "src/deskRoutes.tsx": { file: "admin-map.js", isDynamicEntry: true },
  [users]: { file: "users.js", imports: ["_shared.js"] },
};

const bytes: Record<string, number> = {
  "entry.js": 5_000,
  "vendor.js": 100_000,
  "shared.js": 3_000,
  "public-layout.js": 4_000,
  "admin-layout.js": 50_000,
  "landing.js": 7_000,
  "dialog.js": 90_000,
  "legal.js": 2_000,
  "short.js": 1_000,
  "long.js": 6_000,
  "users.js": 8_000,
  "admin-map.js": 2_000,
};

function weigh(changes: Record<string, number> = {}) {
  return weighPages(manifest, (file) => ({ ...bytes, ...changes })[file] ?? Number.NaN);
}

describe("the budget", () => {
  it("counts what a page fetches before it runs, each file once, in its own layout, with its own map", () => {
    expect(weigh()).toEqual([
      { page: users, kilobytes: 168, budget: 220 },
      { page: landing, kilobytes: 119, budget: 120 },
      { page: legal, kilobytes: 120, budget: 135 },
    ]);
    expect(weigh().some(isOverBudget)).toBe(false);
  });

  it("is broken by the page that got too heavy, and says so", () => {
    const weights = weigh({ "landing.js": 8_100 });
    expect(weights.filter(isOverBudget).map(({ page }) => page)).toEqual([landing]);
    expect(describeWeights(weights)).toContain(`OVER  120.1 / 120      ${landing}`);
  });

  it("wants to know about an area it has never heard of", () => {
    const page = "src/areas/kitchen/soup/SoupPage.tsx";
    expect(() => weighPages({ ...manifest, [page]: { file: "users.js" } }, () => 1)).toThrow(/No budget/);
  });
});
