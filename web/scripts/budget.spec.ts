import { describe, expect, it } from "vitest";
import { describeWeights, isOverBudget, weighPages } from "./budget.ts";
import type { Manifest } from "./manifest.ts";

const landing = "src/areas/shop/landing/LandingPage.tsx";
const legal = "src/areas/shop/legal/LegalPage.tsx";
const signIn = "src/areas/account/sign-in/SignInFormPage.tsx";
const adminSignIn = "src/areas/account/sign-in/AdminSignInFormPage.tsx";
const users = "src/areas/portal/users/UserListPage.tsx";

/** The shape of a real build: an entry, two layouts, pages that share a chunk, texts of which one is shown. */
const manifest: Manifest = {
  "index.html": {
    file: "entry.js",
    src: "index.html",
    isEntry: true,
    imports: ["_vendor.js"],
    dynamicImports: [landing, legal, "src/app/accountRoutes.tsx", "src/app/adminRoutes.tsx"],
  },
  "_vendor.js": { file: "vendor.js" },
  "_shared.js": { file: "shared.js", imports: ["_vendor.js"] },
  "src/areas/shop/shell/PublicLayout.tsx": { file: "public-layout.js", isDynamicEntry: true },
  "src/areas/portal/shell/AdminLayout.tsx": {
    file: "admin-layout.js",
    isDynamicEntry: true,
    dynamicImports: ["src/areas/portal/shell/palette/Palette.tsx"],
  },
  "src/areas/portal/shell/palette/Palette.tsx": { file: "palette.js", isDynamicEntry: true },
  [landing]: {
    file: "landing.js",
    imports: ["_shared.js"],
    dynamicImports: ["src/areas/shop/shell/ContactDialog.tsx"],
  },
  "src/areas/shop/shell/ContactDialog.tsx": { file: "dialog.js", isDynamicEntry: true },
  [legal]: { file: "legal.js", imports: ["_shared.js"] },
  "src/areas/shop/legal/texts/about.en.md": { file: "short.js" },
  "src/areas/shop/legal/texts/eula.en.md": { file: "long.js" },
  "src/app/accountRoutes.tsx": { file: "account-map.js", isDynamicEntry: true, dynamicImports: [signIn] },
  "src/app/adminRoutes.tsx": {
    file: "admin-map.js",
    isDynamicEntry: true,
    dynamicImports: [users, adminSignIn],
  },
  [users]: { file: "users.js", imports: ["_shared.js"] },
  [signIn]: { file: "sign-in.js" },
  // Belongs to the admin portal, though its source is in the accounts folder.
  [adminSignIn]: { file: "admin-sign-in.js" },
  // Prefetches a page, but is no map of URLs.
  "_ahead.js": { file: "ahead.js", dynamicImports: [users] },
};

const bytes: Record<string, number> = {
  "entry.js": 5_000,
  "vendor.js": 100_000,
  "shared.js": 3_000,
  "public-layout.js": 4_000,
  "admin-layout.js": 50_000,
  "palette.js": 5_000,
  "landing.js": 7_000,
  "dialog.js": 90_000,
  "legal.js": 2_000,
  "short.js": 1_000,
  "long.js": 6_000,
  "users.js": 8_000,
  "admin-map.js": 2_000,
  "account-map.js": 1_500,
  "sign-in.js": 8_500,
  "admin-sign-in.js": 9_000,
};

const budgets = [
  [/\/landing\//, 120],
  [/\/account\//, 140],
  [/\/admin\//, 220],
  [/\/public\//, 138],
] as const;

function weigh(changes: Record<string, number> = {}) {
  return weighPages(manifest, (file) => ({ ...bytes, ...changes })[file] ?? Number.NaN, budgets);
}

describe("weighPages", () => {
  it("counts the files a page needs before it runs, each once: its own layout, palette and route map", () => {
    expect(weigh()).toEqual([
      { page: adminSignIn, kilobytes: 120, budget: 140 },
      { page: signIn, kilobytes: 119, budget: 140 },
      { page: users, kilobytes: 173, budget: 220 },
      { page: landing, kilobytes: 119, budget: 120 },
      { page: legal, kilobytes: 120, budget: 138 },
    ]);
    expect(weigh().some(isOverBudget)).toBe(false);
  });

  it("reports the page that exceeds its budget", () => {
    const weights = weigh({ "landing.js": 8_100 });
    expect(weights.filter(isOverBudget).map(({ page }) => page)).toEqual([landing]);
    expect(describeWeights(weights)).toContain(`OVER  120.1 / 120      ${landing}`);
  });

  it("fails for a page that nothing imports", () => {
    const { "src/app/accountRoutes.tsx": _map, ...without } = manifest;
    expect(() => weighPages(without, () => 1)).toThrow(`No map of URLs in this build leads to ${signIn}`);
  });

  it("fails for a page of an unknown area", () => {
    const page = "src/areas/kitchen/soup/SoupPage.tsx";
    const map = { file: "soup-map.js", dynamicImports: [page] };
    const grown = { ...manifest, "src/app/kitchenRoutes.tsx": map, [page]: { file: "users.js" } };
    expect(() => weighPages(grown, () => 1)).toThrow(/No budget/);
  });
});
